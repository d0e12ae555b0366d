internal import FileNames
internal import Glibc

/// The program's arguments and variables, some of which may not be valid UTF-8.
///
/// Swift repairs such text, and a repaired path leads elsewhere.
enum ForeignArguments {
    /// The arguments without the program's name, as strings of ``FileName``.
    static var all: [String] {
        // SAFETY: the vector has as many entries as `argc` says, and they live as long as the program.
        (0..<Int(CommandLine.argc)).dropFirst().compactMap { index in CommandLine.unsafeArgv[index].map { FileName.string(cString: $0) } }
    }

    /// Returns whether an argument isn't valid UTF-8.
    static func contains(_ argument: String) -> Bool {
        argument.unicodeScalars.contains(where: FileName.isEscape)
    }

    /// Returns the first of some variables whose value isn't valid UTF-8.
    static func variable(among names: String...) -> String? {
        names.first { name in getenv(name).map { String(validatingCString: $0) == nil } ?? false }
    }
}
