internal import ArgumentParser
internal import Glibc
internal import Localization
internal import SleevesLibrary

/// The program's entry.
///
/// A window's main loop must own the main thread, so this is synchronous; see ``AsynchronousCommand`` for commands that wait.
@main
enum Main {
    static func main() {
        // Before the command is read: what it says of itself is in the person's language too.
        if let catalogues = Installation.catalogues { Localization.start(cataloguesIn: catalogues) }
        // Started by another Sleeves, to read a stranger's files for it.
        if CommandLine.arguments.count == 2, CommandLine.arguments[1] == ReaderService.argument { ReaderService().run() }
        if let problem = SystemLimits.problem() {
            StandardError.write("sleeves: \(problem)\n")
            Glibc.exit(ExitStatus.systemError.rawValue)
        }
        do {
            var command = try SleevesCommand.parseAsRoot()
            if let command = command as? any ScriptedCommand, command.printsForScripts { Localization.stop() }
            try command.run()
        } catch {
            exit(with: error)
        }
    }

    /// Says what went wrong on standard error and ends with the status that fits.
    static func exit(with error: any Error) -> Never {
        if let status = ExitStatus(error) {
            StandardError.write("sleeves: \(error)\n")
            Glibc.exit(status.rawValue)
        }
        SleevesCommand.exit(withError: error)
    }
}
