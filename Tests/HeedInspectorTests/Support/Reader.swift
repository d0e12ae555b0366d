import Foundation
import Testing

/// A program that reads a format which reports are written in, and tells what it understood.
enum Reader: String {
    /// Python's `json` module. Writes the text anew.
    case json = "json_module.py"
    /// Graphviz.
    case graphviz = "graphviz.py"
    /// Mermaid, in Chromium.
    case mermaid = "browser.py mermaid.html"
    /// Chrome's trace viewer, in Chromium.
    case traceViewer = "browser.py trace.html"

    private static let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().appending(path: "Readers")

    /// Whether `make check` has installed and downloaded the programs.
    static var areInstalled: Bool {
        ProcessInfo.processInfo.environment["HEED_READERS"] != nil
    }

    /// Lets the program read a text.
    func read(_ text: String) throws -> Data {
        let files = FileManager.default.temporaryDirectory.appending(path: "heed-reader-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: files, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: files) }
        let (input, output) = (files.appending(path: "input"), files.appending(path: "output"))
        try Data(text.utf8).write(to: input)
        try Data().write(to: output)

        let words = rawValue.split(separator: " ").map(String.init)
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/python3")
        process.arguments = [Self.folder.appending(path: words[0]).path] + words.dropFirst()
        process.standardInput = try FileHandle(forReadingFrom: input)
        process.standardOutput = try FileHandle(forWritingTo: output)
        try process.run()
        process.waitUntilExit()
        try #require(process.terminationStatus == 0, "\(rawValue) could not read the text")
        return try Data(contentsOf: output)
    }

    /// Lets the program read a text, and decodes its answer.
    func read<Answer: Decodable>(_ text: String, as answer: Answer.Type) throws -> Answer {
        let data = try read(text)
        do {
            return try JSONDecoder().decode(answer, from: data)
        } catch {
            Issue.record("\(rawValue) answered: \(String(decoding: data.prefix(1_000), as: UTF8.self))")
            throw error
        }
    }
}

extension Trait where Self == ConditionTrait {
    /// Runs a test only where the programs are that read the formats.
    static var ifReadersAreInstalled: Self {
        .enabled(if: Reader.areInstalled, "make check installs what reads the formats")
    }
}
