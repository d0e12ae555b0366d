internal import ArgumentParser
internal import Glibc
internal import Localization
internal import SleevesLibrary
internal import SleevesPlayer

/// The program's entry point.
///
/// It is synchronous, because a window's main loop must own the main thread. See ``AsynchronousCommand`` for commands that wait.
@main
enum Main {
    static func main() {
        keepStandardDescriptors()
        // Before parsing the command, because its help is localized too.
        if let catalogues = Installation.catalogues { Localization.start(cataloguesIn: catalogues) }
        // Another Sleeves process has started this one to read untrusted files.
        if CommandLine.arguments.count == 2, CommandLine.arguments[1] == ReaderService.argument { ReaderService().run() }
        // Or to play music.
        if CommandLine.arguments.count == 2, CommandLine.arguments[1] == PlayerService.argument { PlayerService().run() }
        if let problem = SystemLimits.problem() {
            StandardError.write("sleeves: \(problem)\n")
            end(with: ExitStatus.systemError.rawValue)
        }
        if Set(ForeignArguments.all) == ["--version", "--verbose"] { printVersion() }
        do {
            var command = try SleevesCommand.parseAsRoot(ForeignArguments.all)
            if let command = command as? any ScriptedCommand, command.printsForScripts { Localization.stop() }
            try command.run()
            end(with: EXIT_SUCCESS)
        } catch {
            exit(with: error)
        }
    }

    /// Opens the standard descriptors that are closed, so that the first files to be opened don't get what is written to these.
    ///
    /// Each is opened the wrong way, and so remains an error to use.
    private static func keepStandardDescriptors() {
        for (descriptor, mode) in [(STDIN_FILENO, O_WRONLY), (STDOUT_FILENO, O_RDONLY), (STDERR_FILENO, O_RDONLY)]
        where fcntl(descriptor, F_GETFD) < 0 {
            open("/dev/null", mode)
        }
    }

    /// Prints the version, and what confines the processes that read tags and pictures here.
    private static func printVersion() -> Never {
        StandardOutput.print(SleevesCommand.version)
        do {
            if let confinement = try Installation.reader.confinement() { StandardOutput.print(confinement.description) }
            end(with: EXIT_SUCCESS)
        } catch {
            StandardError.write("sleeves: \(error)\n")
            end(with: ExitStatus.systemError.rawValue)
        }
    }

    /// Ends the program at once.
    ///
    /// Handlers of `exit()` would run beside the threads that still work: libcrypto's frees what they use, and they would crash.
    static func end(with status: Int32) -> Never {
        fflush(nil)
        _exit(status)
    }

    /// Reports an error on standard error and exits with its status.
    static func exit(with error: any Error) -> Never {
        if let status = ExitStatus(error) {
            StandardError.write("sleeves: \(error)\n")
            end(with: status.rawValue)
        }
        // Help and the version are no errors, and printed like everything else.
        if SleevesCommand.exitCode(for: error) == .success {
            StandardOutput.print(SleevesCommand.fullMessage(for: error))
            end(with: EXIT_SUCCESS)
        }
        let message = SleevesCommand.fullMessage(for: error)
        if !message.isEmpty { StandardError.write(message + "\n") }
        end(with: SleevesCommand.exitCode(for: error).rawValue)
    }
}
