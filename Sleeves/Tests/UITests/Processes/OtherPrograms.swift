import Foundation

/// Programs of the desktop that Sleeves has open things: each writes down what it was given.
@MainActor
struct OtherPrograms {
    private let folder: String

    init(in scene: Scene) {
        folder = scene.folder
    }

    /// Sets a program up as the default for some types.
    ///
    /// - Parameters:
    ///   - name: The name of the program.
    ///   - placeholder: How it takes files, as desktop files say it: `%U` for many, `%u` for one.
    ///   - types: What it opens.
    func add(_ name: String, taking placeholder: String, for types: [String]) throws {
        let script = "\(folder)/\(name)"
        try write("#!/bin/sh\nprintf '%s\\n' \"$@\" . >> '\(record(of: name))'\n", to: script)
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: script)
        try write(
            """
            [Desktop Entry]
            Type=Application
            Name=\(name)
            Exec=\(script) \(placeholder)
            MimeType=\(types.joined(separator: ";"));

            """,
            to: "\(folder)/home/.local/share/applications/\(name).desktop"
        )
        let defaults = types.map { "\($0)=\(name).desktop\n" }.joined()
        try write("[Default Applications]\n" + defaults, to: "\(folder)/home/.config/mimeapps.list", appends: true)
    }

    /// The arguments that a program was given, a line for each, and a line with a full stop after each start.
    func opened(by name: String) -> [String] {
        guard let record = FileManager.default.contents(atPath: record(of: name)) else { return [] }
        return String(decoding: record, as: UTF8.self).split(separator: "\n").map(String.init)
    }

    private func record(of name: String) -> String { "\(folder)/\(name).record" }

    private func write(_ text: String, to path: String, appends: Bool = false) throws {
        let parent = URL(filePath: path).deletingLastPathComponent()
        try FileManager.default.createDirectory(at: parent, withIntermediateDirectories: true)
        let before = appends ? (try? String(contentsOfFile: path, encoding: .utf8)) ?? "" : ""
        try (before + text).write(toFile: path, atomically: true, encoding: .utf8)
    }
}
