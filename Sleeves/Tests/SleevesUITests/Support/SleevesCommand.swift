import DisplayTesting
import Foundation
import Testing

/// The program itself. It plays music in a process of its own.
@MainActor
enum SleevesCommand {
    /// The executable. It stands beside the tests' own, whatever the build directory.
    static var path: String {
        let tests = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
        return tests.deletingLastPathComponent().appending(path: "sleeves").path(percentEncoded: false)
    }

    /// Runs a command to its end.
    static func run(_ arguments: String..., at place: SourceLocation = #_sourceLocation) async throws {
        let process = Process()
        process.executableURL = URL(filePath: path)
        process.arguments = arguments
        process.environment = TestDesktop.environment
        try process.run()
        try await Eventually.holds("the command ends", at: place) { !process.isRunning }
        try #require(process.terminationStatus == 0, sourceLocation: place)
    }

    /// Makes a library for what these tests share with those of the program.
    static func makeLibrary(of path: String, in scene: Scene) async throws -> String {
        try await scene.makeLibrary(of: path)
    }
}
