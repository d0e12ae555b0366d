internal import Glibc
internal import SleevesLibrary

/// The process's standard error. No text that is written is a command for a terminal, wherever it comes from.
enum StandardError {
    static func write(_ text: String) {
        send(TerminalText.printableLines(text))
    }

    /// Writes a line in place of the current one of a terminal; an empty one clears it.
    static func overwrite(_ line: String) {
        send("\r" + TerminalText.printable(line) + "\u{1B}[K")
    }

    private static func send(_ text: String) {
        // There is nowhere to report a failure.
        try? FileSystem.write(Array(text.utf8), to: STDERR_FILENO)
    }
}
