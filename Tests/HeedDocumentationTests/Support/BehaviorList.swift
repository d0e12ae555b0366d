extension SourceFile {
    /// The names of the public types that the file declares.
    var publicTypes: [String] {
        text.matches(of: /(?m)^ *public (?:final )?(?:class|struct|enum|protocol|actor) (\w+)/).map { String($0.1) }
    }
}

extension SourceFile.Comment {
    /// The name of what the comment documents, or extends.
    var name: String? {
        declaration.firstMatch(of: /\b(?:class|struct|enum|protocol|actor|func|extension) (\w+)/).map { String($0.1) }
    }

    /// The lines of the Behavior list, each in one piece; `nil` if there is no list.
    var behavior: [String]? {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        guard let heading = lines.firstIndex(of: "## Behavior") else { return nil }
        var list: [String] = []
        for line in lines[(heading + 1)...] {
            if line.hasPrefix("- ") {
                list.append(String(line.dropFirst(2)))
            } else if line.hasPrefix("  "), !list.isEmpty {
                list[list.count - 1] += " " + line
            } else {
                break
            }
        }
        return list.map(\.plainStatement)
    }
}

extension String {
    /// The statement in one line. What is a link to a symbol in a comment, ``DeliveryPolicy/every``, is `every` in an article.
    var plainStatement: String {
        normalised.replacing(/``(?:[^`\/]+\/)*([^`\/]+)``/) { "`\($0.1)`" }
    }
}
