/// The article that says what each type of a module promises, and which tests hold it.
struct BehaviorPage {
    struct Statement {
        let text: String
        var tests: [String] = []
    }

    /// The statements about each thing, by its name.
    private(set) var sections: [String: [Statement]] = [:]

    /// Reads an article: a heading of the third level is the name of a thing, a paragraph is a statement, and the list after it names its
    /// tests.
    init(_ article: String) {
        var name: String?
        for block in article.split(separator: "\n\n").map({ String($0) }) {
            if block.hasPrefix("#") {
                // As in ``Diagnostics/Watch``: the last part is what the thing is called where it is declared.
                name = block.hasPrefix("### ") ? block.split { " .`/".contains($0) }.last.map(String.init) : nil
            } else if let name, block.hasPrefix("- Test: ") {
                let tests = block.split(separator: "\n").map { String($0.dropFirst("- Test: ".count)) }
                let last = sections[name, default: []].indices.last
                if let last { sections[name]![last].tests += tests }
            } else if let name {
                sections[name, default: []].append(Statement(text: block.plainStatement))
            }
        }
    }
}
