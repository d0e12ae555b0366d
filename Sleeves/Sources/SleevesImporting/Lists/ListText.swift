internal import SleevesModel
internal import Localization

/// A reader of the values of a list's entry, which notes their problems in whole sentences.
struct ListText {
    /// The maximum length of a text, in bytes.
    static let limit = 4 << 10

    /// Whether texts are taken as they are, because this program has written them.
    var isExact = false
    private(set) var problems: [String] = []

    /// Returns a text that an album requires.
    mutating func required(_ text: String?, _ name: String) -> String? {
        guard let text = shortened(text, name) else {
            problems.append(localized("The value of “{key}” is missing. Add it, then import the list again.", ["key": name]))
            return nil
        }
        return text
    }

    /// Returns the names of artists in a field, which some programs separate by semicolons, as they are shown.
    func artists(_ text: String?) -> String? {
        isExact ? text : text.map(Self.artists)
    }

    static func artists(_ text: String) -> String {
        guard text.utf8.contains(UInt8(ascii: ";")) else { return text }
        let names = text.split(separator: ";").compactMap { String($0).cleaned() }
        return names.isEmpty ? text : names.joined(separator: ", ")
    }

    /// Returns `text` on one line, cut if it is too long.
    mutating func shortened(_ text: String?, _ name: String) -> String? {
        guard let cleaned = isExact ? text?.cleaned() : text?.cleaned()?.withoutMarkup().cleaned() else { return nil }
        guard cleaned.utf8.count > Self.limit else { return cleaned }
        let places = ["limit": "\(Self.limit >> 10)", "key": name]
        problems.append(localized("The value of “{key}” is longer than {limit} KiB. Its end was left out.", places))
        let cut = String(decoding: cleaned.utf8.prefix(Self.limit), as: UTF8.self)
        // The replacement for a character that was cut in the middle.
        return cut.last == "\u{FFFD}" ? String(cut.dropLast()) : cut
    }

    /// Returns the address of a cover, unless it isn't a web address.
    mutating func coverURL(_ address: String) -> String? {
        if let checked = WebAddress.checked(address) { return checked }
        note(localized("The cover address is not a web address (https://…). The album was imported without it."))
        return nil
    }

    mutating func note(_ problem: String) {
        problems.append(problem)
    }
}
