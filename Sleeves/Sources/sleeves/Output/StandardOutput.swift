internal import FoundationEssentials
internal import Glibc
internal import SleevesLibrary

/// The process's standard output.
///
/// ## Behavior
/// - A text is written at once. If it can't be written, the program reports that and ends; a reader that closed its pipe has read enough, and
///   needs no words.
/// - No text that is printed is a command for a terminal, wherever it comes from.
enum StandardOutput {
    /// Prints a text.
    static func print(_ text: some CustomStringConvertible, terminator: String = "\n") {
        write(Array((TerminalText.printableLines(text.description) + terminator).utf8))
    }

    /// Prints a value as JSON, for scripts.
    static func print(json value: some Encodable) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        encoder.dateEncodingStrategy = .iso8601
        write(TerminalCharacters.escaped(inJSON: Array(try encoder.encode(value))) + [UInt8(ascii: "\n")])
    }

    private static func write(_ bytes: [UInt8]) {
        do throws(SystemError) {
            try FileSystem.write(bytes, to: STDOUT_FILENO)
        } catch {
            if error.code == EPIPE { Main.end(with: ExitStatus.inputOutput.rawValue) }
            Main.exit(with: ExportError(standardOutput: error.code))
        }
    }
}
