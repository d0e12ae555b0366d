/// A source file of one of the documented modules.
struct SourceFile {
    /// The path in the module's folder, such as `Core/Lock.swift`.
    let path: String
    let text: String

    /// The subfolder of the module that contains the file, if any.
    var folder: String? {
        let steps = path.split(separator: "/")
        return steps.count > 1 ? String(steps[0]) : nil
    }

    /// The file's documentation comments, each with the line of code that follows it.
    var comments: [Comment] {
        var comments: [Comment] = []
        var lines: [Substring] = []
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            let code = line.drop { $0 == " " }
            if code.hasPrefix("///") {
                lines.append(code.dropFirst(code.hasPrefix("/// ") ? 4 : 3))
            } else if code.hasPrefix("@"), !code.contains("public ") {
                // An attribute: the declaration follows.
            } else if !lines.isEmpty {
                comments.append(Comment(text: lines.joined(separator: "\n"), declaration: String(code)))
                lines = []
            }
        }
        return comments
    }

    /// A documentation comment, and the declaration it documents.
    struct Comment {
        let text: String
        let declaration: String
    }
}
