internal import SleevesModel

/// The number of a disc in the name of one of several folders, and the parts of the name around it, which are the same in those beside it:
/// `Now 12 CD1 [FLAC]` has `now 12 cd`, 1 and ` [flac]`.
struct DiscPlace {
    let before: String
    let number: Int
    let after: String

    /// More words that tell a disc among folders beside each other: "Disco 80" is a title.
    private static let otherWords = ["disco", "reel", "ディスク"]
    private static let greatest = 10

    /// - Returns: `nil` for a name without the number of a disc.
    init?(inSeries name: String) {
        let name = String(name.nameKey().drop { "([".contains($0) })
        guard let place = Self.atEnd(name) ?? Self.inside(name) else { return nil }
        self = place
    }

    private init(before: Substring, number: Int, after: Substring) {
        (self.before, self.number, self.after) = (String(before), number, String(after))
    }

    private static func atEnd(_ name: String) -> DiscPlace? {
        let end = name.lastIndex { !")] ".contains($0) }.map { name[...$0] } ?? ""
        let digits = end.reversed().prefix { $0.isASCII && $0.isNumber }.count
        let token =
            digits > 0
            ? end.suffix(digits) : end[(end.lastIndex(where: DiscName.separators.contains).map(end.index(after:)) ?? end.startIndex)...]
        let stem = end[..<token.startIndex]
        guard let number = DiscName.number(of: token, letters: !stem.isEmpty) else { return nil }
        let text = word(before: token.startIndex, in: end)
        // A number alone is a disc, too; one after another word may be that of a volume.
        guard
            stem.isEmpty || DiscName.words.contains(where: text.hasSuffix)
                || number <= greatest && otherWords.contains(where: text.hasSuffix)
        else { return nil }
        return DiscPlace(before: stem, number: number, after: "")
    }

    /// Finds the last number after a word for a disc: `Oak-Now-CD1-2004`, `Now CD1of2`, `Now CD1 (1999)`.
    private static func inside(_ name: String) -> DiscPlace? {
        var end = name.endIndex
        while let last = name[..<end].lastIndex(where: isDigit) {
            let start = name[...last].lastIndex { !isDigit($0) }.map(name.index(after:)) ?? name.startIndex
            let rest = name[name.index(after: last)...]
            let isApart = rest.first.map { !$0.isLetter } ?? true
            if isApart || rest.hasPrefix("of"), let number = DiscName.number(of: name[start...last], words: false) {
                let text = word(before: start, in: name[...])
                let isDisc = DiscName.discWords.contains { word in
                    text.hasSuffix(word) && text.dropLast(word.count).last.map { !$0.isLetter && !$0.isNumber } ?? true
                }
                if isDisc { return DiscPlace(before: name[..<start], number: number, after: rest) }
            }
            end = start
        }
        return nil
    }

    private static func isDigit(_ character: Character) -> Bool { character.isASCII && character.isNumber }

    private static func word(before index: String.Index, in name: Substring) -> Substring {
        var word = name[..<index]
        while let last = word.last, DiscName.separators.contains(last) { word.removeLast() }
        return word
    }
}
