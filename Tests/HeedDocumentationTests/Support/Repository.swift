import Foundation

/// The files of this repository that the documentation is made of and speaks of.
enum Repository {
    private static let tests = URL(filePath: #filePath).resolvingSymlinksInPath()
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    private static let catalogue = tests.deletingLastPathComponent().appending(path: "Sources/Heed/Heed.docc")

    /// The articles, by the name of their file.
    static func articles() throws -> [String: String] {
        try files(in: catalogue, ending: "md")
    }

    /// The sources of the articles' examples, by the name of their file.
    static func examples() throws -> [String: String] {
        try files(in: tests.appending(path: "HeedDocumentationTests"), ending: "swift")
    }

    /// All sources of tests, by the name of their file, which need not be unique.
    static func testSources() throws -> [String] {
        let targets = try FileManager.default.contentsOfDirectory(at: tests, includingPropertiesForKeys: nil)
        return try targets.filter { $0.lastPathComponent.hasSuffix("Tests") }.flatMap(swiftFiles)
    }

    /// The sources of the library itself.
    static func heedSources() throws -> [String] {
        try swiftFiles(anywhereIn: catalogue.deletingLastPathComponent())
    }

    private static func swiftFiles(anywhereIn folder: URL) throws -> [String] {
        let paths = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String } ?? []
        return try paths.filter { $0.hasSuffix(".swift") }.map { path in
            try String(contentsOf: folder.appending(path: path), encoding: .utf8)
        }
    }

    private static func files(in folder: URL, ending: String) throws -> [String: String] {
        let urls = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
        let wanted = urls.filter { $0.pathExtension == ending }
        return try Dictionary(uniqueKeysWithValues: wanted.map { ($0.lastPathComponent, try String(contentsOf: $0, encoding: .utf8)) })
    }
}
