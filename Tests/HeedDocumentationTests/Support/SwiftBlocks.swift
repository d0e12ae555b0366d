extension String {
    /// The text with each run of white space reduced to one space, so that code compares equal whatever its indentation.
    var normalised: String {
        split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }

    /// The Swift examples of a Markdown text: the code between fences that name Swift or no language, which DocC treats as Swift.
    var swiftBlocks: [String] {
        var blocks: [String] = []
        var block: [Substring] = []
        var isSwift: Bool?
        for line in split(separator: "\n", omittingEmptySubsequences: false) {
            let mark = line.drop { $0 == " " }
            switch isSwift {
            case nil where mark.hasPrefix("```"):
                isSwift = mark == "```" || mark == "```swift"
                block = []
            case .some(let isWanted) where mark.hasPrefix("```"):
                if isWanted { blocks.append(block.joined(separator: "\n")) }
                isSwift = nil
            default:
                block.append(line)
            }
        }
        return blocks
    }
}
