internal import SleevesModel

/// A request for releases: from the words that a person types or a scanner does, or for those of an album.
///
/// Source: https://musicbrainz.org/doc/MusicBrainz_API/Search
enum ReleaseQuery: Hashable {
    /// The only release with this identifier in a service.
    case release(String, of: OnlineService)
    /// The releases with this barcode, in digits.
    case barcode(String)
    /// The releases with this catalogue number, or with all of these words in title, artist, label, format and year.
    case words([String])
    /// The releases of the album with these names.
    case names(title: String, artist: String)
    /// The releases of the album with this identifier.
    case group(MusicBrainzID)

    /// The maximum number of words, which bounds the length of a request.
    private static let wordLimit = 12
    /// The maximum length of a word, in letters.
    private static let letterLimit = 60
    /// The maximum length of a title or an artist, in letters.
    private static let nameLimit = 300

    /// Creates the request for a text; `nil` if there is nothing to search for.
    init?(_ text: String) {
        let words = text.prefix(1_000).split { $0.isWhitespace || $0 == "/" }.map(String.init)
        for source in OnlineSources.releases {
            guard let id = source.identifier(in: words) else { continue }
            self = .release(id, of: source.service)
            return
        }
        let digits = words.joined().filter { $0 != "-" }
        if Self.isBarcode(digits) {
            self = .barcode(digits)
            return
        }
        let sought = words.filter { word in word.contains { $0.isLetter || $0.isNumber } }.prefix(Self.wordLimit)
        if sought.isEmpty { return nil }
        self = .words(sought.map { String($0.prefix(Self.letterLimit)) })
    }

    /// Whether the text is one that a scanner types, and so needs no choice.
    var isBarcode: Bool {
        if case .barcode = self { true } else { false }
    }

    /// The request in MusicBrainz' search syntax; `nil` for an identifier, which isn't searched for.
    var searchText: String? {
        switch self {
        case .release: nil
        case .barcode(let digits):
            // The same number, with and without the zero that makes an American code a European one.
            digits.count == 12
                ? "barcode:(\(digits) OR 0\(digits))"
                : digits.count == 13 && digits.first == "0" ? "barcode:(\(digits) OR \(digits.dropFirst()))" : "barcode:\(digits)"
        case .words(let words):
            // Catalogue numbers are compared without their spaces.
            "catno:\(Self.quoted(words.joined(separator: " "))) OR ("
                + words.enumerated().map { Self.clause($1, isUnfinished: $0 == words.count - 1) }.joined(separator: " AND ") + ")"
        case .names(let title, let artist):
            "release:\(Self.quotedName(title)) AND artist:\(Self.quotedName(artist))"
        case .group(let id): "rgid:\(id.text)"
        }
    }

    /// Returns the clause for a word. The last one may be only the beginning of a word, because it is being typed.
    private static func clause(_ word: String, isUnfinished: Bool) -> String {
        let term = quoted(word)
        var terms = ["release", "artist", "label", "format", "date"].map { "\($0):\(term)" }
        let isPlain = word.allSatisfy { $0.isLetter || $0.isNumber }
        if isUnfinished, isPlain, word.count > 1 { terms += ["release", "artist"].map { "\($0):\(word.lowercased())*" } }
        return "(" + terms.joined(separator: " OR ") + ")"
    }

    /// Quotes a title or an artist, without what exceeds the limit.
    static func quotedName(_ name: String) -> String { quoted(String(name.prefix(nameLimit))) }

    /// Quotes a phrase for the search syntax, so that no character has a special meaning.
    static func quoted(_ text: String) -> String {
        let escaped = text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
        return "\"\(escaped)\""
    }

    /// Returns whether a text is a barcode as sleeves have it: eight, twelve or thirteen digits, of which the last is the check digit.
    private static func isBarcode(_ digits: String) -> Bool {
        guard [8, 12, 13].contains(digits.count), digits.allSatisfy({ $0.isASCII && $0.isWholeNumber }) else { return false }
        let weighted = digits.reversed().enumerated().map { ($0 % 2 == 0 ? 1 : 3) * ($1.wholeNumberValue ?? 0) }
        return weighted.reduce(0, +) % 10 == 0
    }
}
