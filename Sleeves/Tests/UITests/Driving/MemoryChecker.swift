import Foundation
import Testing

/// Runs the program under valgrind, which finds every use of memory that has been freed.
@MainActor
struct MemoryChecker {
    /// The command to run in the program's place.
    let program: String
    private let record: String

    init(in scene: Scene) async throws {
        let valgrind = try Tool(names: ["valgrind"], package: "valgrind").path
        let folder = "\(scene.folder)/checked"
        record = "\(folder)/record"
        program = "\(folder)/sleeves"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        // valgrind 3.19 gives up on the compiler's debug information, and the loader reads a little past its own strings.
        let stripped = "\(folder)/stripped"
        let strip = try scene.start(Tool(names: ["strip"], package: "binutils").path, ["-g", "-o", stripped, try SleevesCommand.path])
        guard try await strip.finish() == 0 else { throw NotStripped(errors: strip.errorText) }
        let suppressions = "\(folder)/suppressions"
        try "{\nloader\nMemcheck:Addr8\nfun:strncmp\nfun:is_dst\n}\n".write(toFile: suppressions, atomically: true, encoding: .utf8)
        let options = "--undef-value-errors=no --leak-check=no --num-callers=40 --suppressions='\(suppressions)' --log-file='\(record)'"
        let script = "#!/bin/sh\nexec \(valgrind) \(options) '\(stripped)' \"$@\"\n"
        try script.write(toFile: program, atomically: true, encoding: .utf8)
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: program)
    }

    /// The uses of memory that was not the program's, with where each was.
    func complaints() throws -> [String] {
        let lines = try String(contentsOfFile: record, encoding: .utf8).split(separator: "\n")
        return lines.indices.filter { lines[$0].contains(/== (Invalid|Jump to the invalid|Process terminating)/) }.map {
            lines[$0..<min($0 + 40, lines.count)].joined(separator: "\n")
        }
    }

    struct NotStripped: Error {
        let errors: String
    }
}
