internal import Glibc

/// The arguments and variables that aren't valid UTF-8.
///
/// Swift repairs such text, and a repaired path leads elsewhere. So these paths are refused.
enum ForeignArguments {
    /// The arguments as Swift shows them, and the part after their equals sign.
    private static let arguments: Set<String> = {
        var found: Set<String> = []
        for index in 0..<Int(CommandLine.argc) {
            // SAFETY: the vector has as many entries as `argc` says, and they live as long as the program.
            guard let bytes = CommandLine.unsafeArgv[index], String(validatingCString: bytes) == nil else { continue }
            let shown = String(cString: bytes)
            found.insert(shown)
            if let sign = shown.firstIndex(of: "=") { found.insert(String(shown[shown.index(after: sign)...])) }
        }
        return found
    }()

    static func contains(_ argument: String) -> Bool {
        arguments.contains(argument)
    }

    /// Returns the first of some variables whose value isn't valid UTF-8.
    static func variable(among names: String...) -> String? {
        names.first { name in getenv(name).map { String(validatingCString: $0) == nil } ?? false }
    }
}
