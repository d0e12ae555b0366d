/// A report about a mistake or a suspicious use of Heed.
///
/// ```swift
/// Diagnostics.setHandler { diagnostic in
///     if diagnostic.kind == .runawayLoop { fatalError(diagnostic.description) }
///     print(diagnostic)
/// }
/// ```
///
/// ## Behavior
/// - The message says what happened, where the observer was registered, and what to do.
public struct Diagnostic: Sendable, CustomStringConvertible {
    /// The kinds of mistakes. More may be added; compare with those you know.
    ///
    /// ## Behavior
    /// - Each kind is equal only to itself, and prints as its name.
    public struct Kind: Sendable, Hashable, CustomStringConvertible {
        private enum Code {
            case runawayLoop
            case silentKeyPath
            case unknownIsolation
            case unusedToken
            case reentrantHandler
            case removalByHandler
        }

        private let code: Code

        /// Handlers cause each other endlessly. Always reported.
        public static let runawayLoop = Kind(code: .runawayLoop)
        /// A registered key path contains no observable property, so it never fires by itself. Always reported, once for each place of
        /// registration.
        public static let silentKeyPath = Kind(code: .silentKeyPath)
        /// A key path leads through an object that any thread can change, and its observer was registered in code that belongs to no actor,
        /// so there is no isolation to bring the changes to. Always reported.
        public static let unknownIsolation = Kind(code: .unknownIsolation)
        /// A token was released, rather than invalidated, before its handler was ever called, by the registering thread, and before that
        /// thread registered anything else. Reported on request, because it also matches a token that was kept and released without any
        /// change in between.
        public static let unusedToken = Kind(code: .unusedToken)
        /// A handler changed what it observes while it was still running. Reported on request.
        public static let reentrantHandler = Kind(code: .reentrantHandler)
        /// A handler ended an observation: its own or another. Reported on request.
        public static let removalByHandler = Kind(code: .removalByHandler)

        /// The name of the kind, such as `runawayLoop`.
        public var description: String { "\(code)" }
    }

    /// The kind of mistake.
    public let kind: Kind
    /// The observed value's name. For a loop, the names of everything that was being delivered, from the outside in.
    public let path: [String]
    /// The place where the observer in question was registered, if known; for a loop, the one that closed it.
    public let place: RegistrationPlace?
    /// A message for the programmer: what happened, where, and what to do.
    public let description: String
    /// The key path in question as the standard library prints it, so that an inspector can name its properties.
    package internal(set) var printedPath: String?

    private init(_ kind: Kind, path: [String], place: RegistrationPlace?, _ message: String) {
        self.kind = kind
        self.path = path
        self.place = place
        description = "Heed: " + message
    }
}

// The texts of the messages.
extension Diagnostic {
    /// - Parameter places: The places where the handlers in the middle of each delivery were registered, one for each name of the path.
    package static func runawayLoop(path: [String], places: [RegistrationPlace?] = []) -> Diagnostic {
        let steps = path.enumerated().map { number, name in
            guard number < places.count, let place = places[number] else { return name }
            return "\(name) (handler at \(place))"
        }
        return Diagnostic(
            .runawayLoop,
            path: path,
            place: places.last { $0 != nil } ?? nil,
            """
            handlers cause each other endlessly: \(path.count > 8 ? "… → " : "")\(steps.suffix(8).joined(separator: " → ")). The innermost \
            change was made, but its observers were not called. Let one of these handlers compare before it changes anything.
            """
        )
    }

    private static func subject(_ name: String) -> String {
        name == KeyPathName.expression ? name : "the key path \(name)"
    }

    package static func silentKeyPath(_ name: String, within nonObservableClass: AnyClass? = nil, place: RegistrationPlace?) -> Diagnostic {
        if let nonObservableClass {
            return Diagnostic(
                .silentKeyPath,
                path: [name],
                place: place,
                """
                \(at(place))\(subject(name)) does not fire for changes inside \(nonObservableClass): that class is not observable, so only \
                replacing the object fires. Mark \(nonObservableClass) @KeyValueObservable.
                """
            )
        }
        return Diagnostic(
            .silentKeyPath,
            path: [name],
            place: place,
            """
            \(at(place))\(subject(name)) can never fire by itself: reading it read no observable property. Mark the class that stores \
            the value @KeyValueObservable and the property neither @NotObserved nor lazy nor weak, or declare its dependencies with \
            dependsOn(_:). If its changes are announced manually, mark it @ManuallyNotified.
            """
        )
    }

    /// - Parameter isRefused: Whether nothing is observed, rather than everything but this property.
    package static func unknownIsolation(
        _ name: String,
        through property: String,
        isRefused: Bool,
        place: RegistrationPlace?
    ) -> Diagnostic {
        Diagnostic(
            .unknownIsolation,
            path: [name, property],
            place: place,
            """
            \(at(place))\(isRefused ? "\(subject(name)) is not observed" : "changes of \(property) do not reach the observer of \(name)"): \
            any thread can change \(property), and the observer was registered in code that belongs to no actor, so its handler and getters \
            cannot stay on one thread. Register it in a function of an actor, such as one marked @MainActor, or \
            \(name == KeyPathName.expression ? "pass 'on: .immediate'" : "declare the observed class Sendable"), which requires a @Sendable handler.
            """
        )
    }

    package static func unusedToken(_ name: String, place: RegistrationPlace?) -> Diagnostic {
        Diagnostic(
            .unusedToken,
            path: [name],
            place: place,
            """
            \(at(place))the token of an observation of \(name) was released immediately, so its handler was never called. Keep the token in \
            a property as long as you want to observe; to end an observation on purpose, call invalidate().
            """
        )
    }

    package static func reentrantHandler(_ name: String, place: RegistrationPlace?) -> Diagnostic {
        Diagnostic(
            .reentrantHandler,
            path: [name],
            place: place,
            """
            \(at(place))the handler of \(name) was called again while it was still running, because of a change that it made. Both \
            changes are delivered, one after the other; if you do not want that, compare before changing.
            """
        )
    }

    package static func removalByHandler(_ name: String, place: RegistrationPlace?, by other: RegistrationPlace?) -> Diagnostic {
        let isOwn = other?.description == place?.description
        let remover = isOwn ? "its own handler" : "the handler registered at \(other?.description ?? "an unknown place")"
        return Diagnostic(
            .removalByHandler,
            path: [name],
            place: place,
            "\(at(place))the observation of \(name) was ended by \(remover). Its handler is not called again, not even for the current change."
        )
    }

    private static func at(_ place: RegistrationPlace?) -> String {
        place.map { "\($0): " } ?? ""
    }
}
