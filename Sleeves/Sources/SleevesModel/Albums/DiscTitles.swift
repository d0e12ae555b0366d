/// The titles of single discs as one text: `1: Early Years; 2: Live in Hall; Two`.
package enum DiscTitles {
    /// Returns the text.
    package static func text(of titles: [Int: String]) -> String {
        titles.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }.joined(separator: "; ")
    }

    /// Returns the titles in a text. A piece without a number belongs to the title before it.
    package static func parsed(_ text: String) -> [Int: String] {
        var titles: [Int: String] = [:]
        var last: Int?
        for piece in text.split(separator: "; ") {
            let digits = piece.prefix { $0.isASCII && $0.isNumber }
            let rest = piece.dropFirst(digits.count)
            if let number = Int(digits), (1...99_999).contains(number), rest.hasPrefix(": ") {
                titles[number] = String(rest.dropFirst(2))
                last = number
            } else if let last {
                titles[last]? += "; \(piece)"
            }
        }
        return titles
    }
}
