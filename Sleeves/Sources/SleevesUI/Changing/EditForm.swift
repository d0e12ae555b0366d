import Localization
import SleevesLibrary

/// The texts in the fields of the dialog that edits an album, or several alike.
struct EditForm: Equatable {
    /// The fields.
    enum Field: Hashable, CaseIterable {
        case title, artist, year, genre
        case release(ReleaseField)

        static let allCases: [Field] = [.title, .artist, .year, .genre] + ofRelease
        fileprivate static let ofRelease = ReleaseField.edited.map(release)

        /// The localized name.
        var name: String {
            switch self {
            case .title: localized("Title")
            case .artist: localized("Artist")
            case .year: localized("Year")
            case .genre: localized("Genre")
            case .release(let field): field.label
            }
        }
    }

    /// The fields to show.
    let fields: [Field]
    private var texts: [Field: String]
    /// The values that the albums have in common, if there are several. Fields that the user leaves alone keep each album's value.
    private let common: AlbumEdits?
    /// The edits of one album. Values of the release that the user leaves alone keep theirs.
    private let current: AlbumEdits
    /// The texts before the user changes them.
    private let shownTexts: [Field: String]

    /// Creates the form with what several albums have in common. They keep their titles.
    init(_ common: CommonValues) {
        fields = [.artist, .year, .genre] + Field.ofRelease
        current = AlbumEdits()
        self.common = common.values
        texts = [
            .artist: common.values.artist ?? "", .year: common.values.year.map { $0 == 0 ? "" : String($0) } ?? "",
            .genre: common.values.genre ?? "",
        ]
        for (field, text) in common.values.release { texts[.release(field)] = text }
        shownTexts = texts
    }

    /// Creates the form with the album's current values, and those of its release.
    init(_ album: Album, release: [ReleaseField: String] = [:], edits: AlbumEdits = AlbumEdits()) {
        fields = Field.allCases
        current = edits
        common = nil
        texts = [.title: album.title, .artist: album.artist, .year: album.year.map(String.init) ?? "", .genre: album.genre ?? ""]
        for (field, text) in release { texts[.release(field)] = text }
        shownTexts = texts
    }

    /// The text of a field.
    subscript(field: Field) -> String {
        get { texts[field] ?? "" }
        set { texts[field] = newValue }
    }

    /// Returns what is wrong with a field and what to enter; `nil` if it is valid.
    func problem(in field: Field) -> String? {
        isLeftAlone(field) ? nil : Self.problem(in: field, value(of: field))
    }

    /// Returns what is wrong with a value and what to enter; `nil` if it is valid.
    static func problem(in field: Field, _ value: String?) -> String? {
        switch field {
        case .title where value == nil: localized("An album needs a title. Enter one.")
        case .artist where value == nil: localized("An album needs an artist. Enter one, or “Various Artists”.")
        case .year where value != nil && value.flatMap(year) == nil:
            localized("Enter the year in four digits, such as 1994, or leave it empty.")
        case .release(let field): value.flatMap(field.problem(with:))
        default: nil
        }
    }

    /// Returns the year that a value is; `nil` if it isn't four digits.
    static func year(_ value: String) -> Int? {
        guard value.count == 4, let year = Int(value), year >= 1000 else { return nil }
        return year
    }

    /// Returns what to show in a field while it is empty; `nil` for nothing.
    func placeholder(of field: Field) -> String? {
        if differs(field) { return localized("Different values") }
        guard case .release(let field) = field, case .list(let separator) = field.kind else { return nil }
        return localized("Separate several with “{separator}”", ["separator": separator.filter { $0 != " " }])
    }

    /// Whether several albums have different values of a field.
    private func differs(_ field: Field) -> Bool {
        guard let common else { return false }
        return switch field {
        case .title: false
        case .artist: common.artist == nil
        case .year: common.year == nil
        case .genre: common.genre == nil
        case .release(let field): common.release[field] == nil
        }
    }

    /// Whether the user has changed nothing in a field of several albums, or of the release. Those of one album are required or checked again.
    private func isLeftAlone(_ field: Field) -> Bool {
        guard self[field] == shownTexts[field] ?? "" else { return false }
        if case .release = field { return true }
        return common != nil
    }

    /// Whether the form can be saved.
    var isValid: Bool { fields.allSatisfy { problem(in: $0) == nil } }

    /// The edits to save. For one album, empty fields keep the values of its source. For several, fields that were emptied empty the value.
    var edits: AlbumEdits {
        var release = current.release
        for case .release(let field) in fields where !isLeftAlone(.release(field)) {
            release[field] = value(of: .release(field)) ?? (common == nil ? nil : "")
        }
        if common != nil {
            return AlbumEdits(
                artist: isLeftAlone(.artist) ? nil : value(of: .artist),
                year: isLeftAlone(.year) ? nil : year ?? 0,
                genre: isLeftAlone(.genre) ? nil : value(of: .genre) ?? "",
                release: release)
        }
        return AlbumEdits(title: value(of: .title), artist: value(of: .artist), year: year, genre: value(of: .genre), release: release)
    }

    /// Returns the text of a field without surrounding white space; `nil` if it is empty.
    private func value(of field: Field) -> String? {
        let isBlank: (Character) -> Bool = { $0.isWhitespace }
        let text = self[field].drop(while: isBlank).reversed().drop(while: isBlank).reversed()
        return text.isEmpty ? nil : String(text)
    }

    private var year: Int? { value(of: .year).flatMap(Self.year) }
}
