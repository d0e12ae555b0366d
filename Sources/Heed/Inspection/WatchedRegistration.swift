/// A link between a token and its observer, and between the observer and its handler, while ``Diagnostics/setWatched(_:)`` requests it.
///
/// State and its protection:
/// - `state`, by its lock.
/// - `observer` is set once, before the registration is returned.
final class WatchedRegistration: Cancellable, @unchecked Sendable {
    // SAFETY: see above.

    private let watch: WatchedKinds
    private let name: String
    private let place: RegistrationPlace?
    private let thread = ThreadIdentity.current
    private let state = Lock(State())
    private var observer: Registration?

    private struct State {
        var wasCalled = false
        var isCancelled = false
    }

    init(watching watch: WatchedKinds, name: String, place: RegistrationPlace?) {
        self.watch = watch
        self.name = name
        self.place = place
        WatchedThread.registered(self)
    }

    func start(_ observer: Registration) {
        self.observer = observer
    }

    /// Calls the handler.
    func call(_ handler: () -> Void) {
        state.withLock { $0.wasCalled = true }
        // Only the other two kinds need to know which handlers are running, which is kept for all threads in one place.
        guard watch != .unusedTokens else { return handler() }
        let isNested = WatchedThread.isRunning(self)
        if isNested, watch.contains(.reentrantHandlers) {
            Diagnostics.report(.reentrantHandler(name, place: place))
        }
        WatchedThread.enter(self, place: place)
        handler()
        WatchedThread.leave()
    }

    func cancel() {
        let isFirst = state.withLock { state in
            defer { state.isCancelled = true }
            return !state.isCancelled
        }
        if isFirst, watch.contains(.removalsByHandlers), let remover = WatchedThread.innermost {
            Diagnostics.report(.removalByHandler(name, place: place, by: remover.place))
        }
        observer?.cancel()
    }

    var isReadable: Bool { observer?.isReadable ?? true }

    func cancelBecauseReleased() {
        let isUnused = state.withLock { !$0.wasCalled && !$0.isCancelled }
        if isUnused, watch.contains(.unusedTokens), thread == .current, WatchedThread.isNewest(self) {
            Diagnostics.report(.unusedToken(name, place: place))
        }
        cancel()
    }
}

/// The activity of one thread's watched registrations.
///
/// State and its protection: `threads`, by its lock.
private struct WatchedThread {
    struct Call {
        let registration: ObjectIdentifier
        let place: RegistrationPlace?
    }

    private var newest: ObjectIdentifier?
    private var running: [Call] = []

    private static let threads = Lock<[ThreadIdentity: WatchedThread]>([:])

    static func registered(_ registration: WatchedRegistration) {
        let identifier = ObjectIdentifier(registration)
        threads.withLock { $0[.current, default: WatchedThread()].newest = identifier }
    }

    static func isNewest(_ registration: WatchedRegistration) -> Bool {
        let identifier = ObjectIdentifier(registration)
        return threads.withLock { $0[.current]?.newest == identifier }
    }

    static func isRunning(_ registration: WatchedRegistration) -> Bool {
        let identifier = ObjectIdentifier(registration)
        return threads.withLock { $0[.current]?.running.contains { $0.registration == identifier } ?? false }
    }

    static func enter(_ registration: WatchedRegistration, place: RegistrationPlace?) {
        let call = Call(registration: ObjectIdentifier(registration), place: place)
        threads.withLock { $0[.current, default: WatchedThread()].running.append(call) }
    }

    static func leave() {
        threads.withLock { _ = $0[.current]?.running.popLast() }
    }

    static var innermost: Call? {
        threads.withLock { $0[.current]?.running.last }
    }
}
