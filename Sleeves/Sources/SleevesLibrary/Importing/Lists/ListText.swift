internal import Localization

/// Reads the values of a list's entry, and notes what is wrong with them in whole sentences.
struct ListText {
    /// The longest text that is kept, in bytes.
    static let limit = 4 << 10

    private(set) var problems: [String] = []

    /// A text that an album needs.
    mutating func required(_ text: String?, _ name: String) -> String? {
        guard let text = shortened(text, name) else {
            problems.append(localized("The value of “{key}” is missing. Add it, then import the list again.", ["key": name]))
            return nil
        }
        return text
    }

    /// `text` on one line, cut where it is too long.
    mutating func shortened(_ text: String?, _ name: String) -> String? {
        guard let cleaned = text?.cleaned() else { return nil }
        guard cleaned.utf8.count > Self.limit else { return cleaned }
        let places = ["limit": "\(Self.limit >> 10)", "key": name]
        problems.append(localized("The value of “{key}” is longer than {limit} KiB. Its end was left out.", places))
        let cut = String(decoding: cleaned.utf8.prefix(Self.limit), as: UTF8.self)
        // The sign for a character that was cut in the middle.
        return cut.last == "\u{FFFD}" ? String(cut.dropLast()) : cut
    }

    mutating func note(_ problem: String) {
        problems.append(problem)
    }
}
