import Foundation

/// The files of this repository that the documentation consists of or refers to.
enum Repository {
    /// The modules that have documentation.
    static let modules = ["Heed", "HeedFoundation", "HeedInspector", "HorizontalScroller"]

    private static let root = URL(filePath: #filePath).resolvingSymlinksInPath()
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    private static let tests = root.appending(path: "Tests")

    private static func folder(of module: String) -> URL {
        root.appending(path: "Sources/\(module)")
    }

    /// Returns the articles of a module, by file name.
    static func articles(of module: String) throws -> [String: String] {
        let files = try files(anywhereIn: folder(of: module).appending(path: "\(module).docc"), ending: ".md")
        return Dictionary(uniqueKeysWithValues: files.map { ($0.path, $0.text) })
    }

    /// Returns the README.
    static func readme() throws -> String {
        try String(contentsOf: root.appending(path: "README.md"), encoding: .utf8)
    }

    /// Returns the sources of a module.
    static func sources(of module: String) throws -> [SourceFile] {
        try files(anywhereIn: folder(of: module), ending: ".swift")
    }

    /// Returns the documentation tests, by path in the target's folder.
    static func examples() throws -> [String: String] {
        let files = try files(anywhereIn: tests.appending(path: "HeedDocumentationTests"), ending: ".swift")
        return Dictionary(uniqueKeysWithValues: files.map { ($0.path, $0.text) })
    }

    /// Returns the names of all tests.
    static func testNames() throws -> Set<String> {
        let quoted = /@Test\(\s*"((?:[^"\\]|\\.)*)"/
        let raw = /func `([^`\n]+)`\(/
        return try files(anywhereIn: tests, ending: ".swift").reduce(into: []) { names, file in
            names.formUnion(file.text.matches(of: quoted).map { String($0.1) })
            names.formUnion(file.text.matches(of: raw).map { String($0.1) })
        }
    }

    private static func files(anywhereIn folder: URL, ending: String) throws -> [SourceFile] {
        let paths = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String } ?? []
        return try paths.sorted().filter { $0.hasSuffix(ending) }.map { path in
            SourceFile(path: path, text: try String(contentsOf: folder.appending(path: path), encoding: .utf8))
        }
    }
}
