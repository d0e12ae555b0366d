extension String {
    /// The text with each stretch of white space made one space, so that code is compared whatever its indentation.
    var normalised: String {
        split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }

    /// The Swift examples of a Markdown text: what stands between fences that name Swift, or no language, which DocC takes for Swift.
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
