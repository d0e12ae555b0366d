internal import Glibc
internal import SleevesLibrary

/// The process's standard output.
enum StandardOutput {
    /// Prints a text, at once. If it can't be written, the program reports that and ends; a reader that closed its pipe has read enough, and needs
    /// no words.
    static func print(_ text: some CustomStringConvertible, terminator: String = "\n") {
        do throws(SystemError) {
            try FileSystem.write(Array((text.description + terminator).utf8), to: STDOUT_FILENO)
        } catch {
            if error.code == EPIPE { Main.end(with: ExitStatus.inputOutput.rawValue) }
            Main.exit(with: ExportError(standardOutput: error.code))
        }
    }
}
