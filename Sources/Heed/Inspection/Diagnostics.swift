/// What Heed has to say about how it is used.
public struct Diagnostic: Sendable, CustomStringConvertible {
    /// The things that can be wrong.
    public enum Kind: Sendable, Hashable {
        /// Handlers cause one another without end. The path lists what was being delivered, from the outside in.
        case runawayLoop(path: [String])
    }

    /// What is wrong.
    public let kind: Kind

    /// A message for the programmer: what happened, where, and what to do.
    public var description: String {
        switch kind {
        case .runawayLoop(let path):
            let shown = path.suffix(8).joined(separator: " → ")
            return """
                Heed: handlers cause one another without end: \(path.count > 8 ? "… → " : "")\(shown). The innermost change was made, \
                but its observers were not told. Let one of these handlers compare before it changes anything.
                """
        }
    }
}

/// Where ``Diagnostic``s go: to standard error, unless you say otherwise.
public enum Diagnostics {
    private static let handler = Lock<(@Sendable (Diagnostic) -> Void)?>(nil)

    /// Sends diagnostics to a closure of yours instead of standard error.
    ///
    /// - Parameter newHandler: What to do with each diagnostic, on the thread that caused it; `nil` for standard error.
    public static func setHandler(_ newHandler: (@Sendable (Diagnostic) -> Void)?) {
        handler.withLock { $0 = newHandler }
    }

    package static func report(_ kind: Diagnostic.Kind) {
        let diagnostic = Diagnostic(kind: kind)
        if let handler = handler.withLock({ $0 }) {
            handler(diagnostic)
        } else {
            var standardError = StandardError()
            print(diagnostic.description, to: &standardError)
        }
    }
}
