import Foundation
import Testing

/// The compiler, with the modules that the tests were built with.
enum Compiler {
    private static let products = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()

    /// Whether the build left the modules, and the toolchain is in the path.
    static let isAvailable =
        FileManager.default.fileExists(atPath: products.appending(path: "Modules/Heed.swiftmodule").path)
        && (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").contains { folder in
            FileManager.default.isExecutableFile(atPath: "\(folder)/swiftc")
        }

    /// Returns the errors in each of the files of a module. Each file follows `import Heed` on the first line, and has its number for `#`.
    ///
    /// An error begins with its line, or with "generated" if it is in code that a macro generates.
    static func errors(in sources: [String], options: [String] = []) throws -> [[String]] {
        let folder = FileManager.default.temporaryDirectory.appending(path: "heed-compiler-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let files = sources.indices.map { folder.appending(path: "Source\($0).swift") }
        for (number, source) in sources.enumerated() {
            try Data("import Heed\n\(source.replacing("#", with: "\(number)"))\n".utf8).write(to: files[number])
        }

        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments =
            [
                "swiftc", "-typecheck", "-wmo", "-parse-as-library", "-swift-version", "6", "-diagnostic-style", "swift",
                "-I", products.appending(path: "Modules").path,
                "-Xcc", "-fmodule-map-file=\(products.appending(path: "CHeedThreads.build/module.modulemap").path)",
                "-load-plugin-executable", "\(products.appending(path: "HeedMacros-tool").path)#HeedMacros",
            ] + options + files.map(\.path)
        let output = Pipe()
        process.standardError = output
        try process.run()
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        let errors = Errors(text)
        #expect(errors.all.isEmpty == (process.terminationStatus == 0), "\(text)")
        #expect(errors.all.allSatisfy { error in files.contains { $0.path == error.file } }, "\(text)")
        return files.map { file in errors.all.filter { $0.file == file.path }.map(\.text) }
    }

    /// The errors of one call of the compiler, with the files of the program that they belong to.
    private struct Errors {
        private(set) var all: [(file: String, text: String)] = []

        init(_ output: String) {
            for line in output.split(separator: "\n") {
                if let match = line.wholeMatch(of: /(?:(\S.*?):(\d+):\d+: )?error: (.*)/) {
                    let (file, line) = (match.1 ?? "", match.2 ?? "")
                    let isGenerated = file.hasPrefix("macro expansion")
                    all.append(isGenerated ? ("", "generated: \(match.3)") : (String(file), "\(line): \(match.3)"))
                } else if let match = line.wholeMatch(of: /`- (\S.*?):\d+:\d+: note: expanded code originates here/) {
                    if let last = all.indices.last { all[last].file = String(match.1) }
                }
            }
        }
    }
}

extension Trait where Self == ConditionTrait {
    /// Runs a test only where the compiler is that built it.
    static var ifCompilerIsAvailable: Self {
        .enabled(if: Compiler.isAvailable, "swiftc, and the modules of the build")
    }
}
