internal import ArgumentParser
internal import Dispatch
internal import Glibc

/// A command that runs as a task, while the main thread serves the main queue.
protocol AsynchronousCommand: ParsableCommand, Sendable {
    func runAsynchronously() async throws
}

extension AsynchronousCommand {
    /// Runs the command and ends the program.
    func run() throws {
        Task {
            do {
                try await runAsynchronously()
                Main.end(with: EXIT_SUCCESS)
            } catch {
                Main.exit(with: error)
            }
        }
        dispatchMain()
    }
}
