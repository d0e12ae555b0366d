internal import CHeedThreads
import Synchronization

/// The settings for ``Diagnostic``s: which ones to report, and where.
///
/// Heed always reports endless loops, key paths that can never fire, and key paths whose changes can't be brought to their observer. It
/// reports other suspicious code on request, while you look for a mistake:
///
/// ```swift
/// Diagnostics.setWatched([.unusedToken, .reentrantHandler])
/// ```
///
/// ## Behavior
/// - Diagnostics go to standard error, unless a handler is set.
/// - A key path that can never fire is reported once for each place of registration, and again to a new handler.
/// - Watching applies to registrations made from then on.
/// - Initially, no kinds are watched; unwatched kinds are not reported.
/// - Watching affects neither order nor values nor lifetimes.
///
/// While no kinds are watched, a registration costs one extra atomic load.
///
/// - Threading: You can use it on any thread.
public enum Diagnostics {
    private static let handler = Lock<(@Sendable (Diagnostic) -> Void)?>(nil)
    /// The places of key paths that can never fire and have already been reported.
    private static let silentPlaces = Lock<Set<String>>([])
    private static let watchedBits = Atomic<Int>(0)

    /// Sends diagnostics to a closure instead of standard error.
    ///
    /// - Parameter newHandler: The closure to call with each diagnostic, on the thread that caused it; `nil` for standard error.
    public static func setHandler(_ newHandler: (@Sendable (Diagnostic) -> Void)?) {
        // The previous handler leaves the lock before it can be released.
        let old = handler.withLock { handler in
            let old = handler
            handler = newHandler
            return old
        }
        _ = old
        silentPlaces.withLock { $0 = [] }
    }

    /// The kinds to report on request.
    static var watched: WatchedKinds {
        WatchedKinds(rawValue: watchedBits.load(ordering: .relaxed))
    }

    /// Sets the kinds to report on request, for observations registered from now on.
    ///
    /// - Parameter kinds: ``Diagnostic/Kind/unusedToken``, ``Diagnostic/Kind/reentrantHandler`` and ``Diagnostic/Kind/removalByHandler``
    ///   are reported on request. The other kinds always are.
    public static func setWatched(_ kinds: Set<Diagnostic.Kind>) {
        let watched = WatchedKinds(kinds.map(\.watched))
        watchedBits.store(watched.rawValue, ordering: .relaxed)
    }

    /// Reports a key path that can never fire, unless it was reported for the same place.
    ///
    /// - Parameter nonObservableClass: The class at which the path continues without observing; `nil` if the path observes nothing at
    ///   all.
    static func reportSilentKeyPath(_ keyPath: AnyKeyPath, within nonObservableClass: AnyClass?, at place: RegistrationPlace?) {
        if let place {
            guard silentPlaces.withLock({ $0.insert(place.description).inserted }) else { return }
        }
        report(.silentKeyPath("\(KeyPathName(keyPath))", within: nonObservableClass, place: place), of: keyPath)
    }

    /// Reports that changes of a property can't be brought to an observer, unless that was reported for the same place.
    static func reportUnknownIsolation(of keyPath: AnyKeyPath, through property: String, at place: RegistrationPlace?) {
        if let place {
            guard silentPlaces.withLock({ $0.insert(place.description).inserted }) else { return }
        }
        report(.unknownIsolation("\(KeyPathName(keyPath))", through: property, isRefused: false, place: place), of: keyPath)
    }

    static func report(_ diagnostic: Diagnostic, of keyPath: AnyKeyPath) {
        var diagnostic = diagnostic
        if !KeyPathName.isExpression(keyPath) { diagnostic.printedPath = "\(keyPath)" }
        report(diagnostic)
    }

    package static func report(_ diagnostic: Diagnostic) {
        if heed_is_recording() { ObservationIndex.keep(diagnostic) }
        if let handler = handler.withLock({ $0 }) {
            handler(diagnostic)
        } else {
            var standardError = StandardError()
            print(diagnostic.description, to: &standardError)
        }
    }
}

/// The kinds of diagnostics that are reported on request.
package struct WatchedKinds: OptionSet, Sendable {
    package let rawValue: Int

    package init(rawValue: Int) {
        self.rawValue = rawValue
    }

    static let unusedTokens = WatchedKinds(rawValue: 1 << 0)
    static let reentrantHandlers = WatchedKinds(rawValue: 1 << 1)
    static let removalsByHandlers = WatchedKinds(rawValue: 1 << 2)
}

extension Diagnostic.Kind {
    /// The kind, if it is reported on request.
    fileprivate var watched: WatchedKinds {
        switch self {
        case .unusedToken: .unusedTokens
        case .reentrantHandler: .reentrantHandlers
        case .removalByHandler: .removalsByHandlers
        default: []
        }
    }
}

/// The process's standard error as a text stream, unbuffered.
struct StandardError: TextOutputStream {
    mutating func write(_ string: String) {
        var string = string
        // SAFETY: the buffer is valid for the call, and its length is passed along.
        string.withUTF8 { bytes in heed_write_error(bytes.baseAddress, bytes.count) }
    }
}
