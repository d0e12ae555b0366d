internal import SleevesModel

/// A parser for the names of an album's discs.
enum DiscName {
    private static let words = ["disc", "disk", "cd"]
    private static let separators: Set<Character> = [" ", "-", "_", ".", "#", ":"]

    /// Returns the number in `CD1`, `Disc 2` or `disk-03 Live`; `nil` if `name` isn't the name of a disc.
    static func number(_ name: some StringProtocol) -> Int? {
        // The first letter rules out most names.
        guard let first = name.utf8.first, "dDcC".utf8.contains(first) else { return nil }
        let lower = name.lowercased()
        guard let word = words.first(where: lower.hasPrefix) else { return nil }
        let rest = lower.dropFirst(word.count).drop(while: separators.contains)
        let digits = rest.prefix { $0.isASCII && $0.isNumber }
        // Three or more digits are part of a title: "CD 2000 Hits".
        guard (1...2).contains(digits.count), let number = Int(digits), number > 0 else { return nil }
        let end = rest.dropFirst(digits.count).first
        return end.map(separators.contains) ?? true ? number : nil
    }

    /// Splits `name` into the title and the disc at its end: `The Wall (Disc 2)` becomes `The Wall` and 2.
    ///
    /// Only a disc in brackets, or after a comma or a dash, counts as a suffix.
    static func split(_ name: String) -> (title: String, disc: Int?) {
        // Most names have none of these characters. A long dash begins with the byte E2.
        guard name.utf8.contains(where: { ")],-".utf8.contains($0) || $0 == 0xe2 }) else { return (name, nil) }
        let end: Substring
        let tail: Substring
        if let last = name.last, last == ")" || last == "]", let open = name.lastIndex(of: last == ")" ? "(" : "[") {
            end = name[..<open]
            tail = name[name.index(after: open)...].dropLast()
        } else if let mark = name.lastIndex(where: { $0 == "," || $0 == "-" || $0 == "–" }) {
            end = name[..<mark]
            tail = name[name.index(after: mark)...].drop { $0 == " " }
        } else {
            return (name, nil)
        }
        guard let disc = number(tail), let title = String(end).cleaned() else { return (name, nil) }
        return (title, disc)
    }
}
