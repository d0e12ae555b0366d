/// Tells a list of observers, in the order in which they attached.
///
/// ```swift
/// let temperature = Subject<Double>()
/// let token = temperature.attach { print("\($0) °C") }
/// temperature.notify(21.5)   // prints 21.5 °C
/// ```
///
/// ## Behavior
/// - Observers are called in the order in which they attached.
/// - An observer that was detached is not called again, even in the middle of a notification.
/// - An observer that attaches during a notification gets the next one.
/// - ``Observer``s are held weakly; closures are held by their token.
/// - Attaching one observer twice calls it once.
/// - A notification sent by an observer comes after the one it was told of, for every observer.
/// - Closures on the main actor, on an actor and in other contexts get every value, in order, one at a time. Async closures are waited for.
///
/// - Threading: May be used on any thread. Observers are called on the thread that notifies, unless they ask for another place.
public final class Subject<Value>: Sendable {
    private let registry = ObserverRegistry<Value>()

    /// Creates a subject without observers.
    public init() {}

    deinit {
        registry.end()
    }

    /// Attaches an observer, which is held weakly.
    ///
    /// - Complexity: O(n), because the observer may be attached already.
    public func attach(_ observer: some Observer<Value>) {
        for case let attached as AttachedObserver<Value> in registry.snapshot() {
            if attached.isObserver(observer) { return }
            if attached.isGone { attached.cancel() }
        }
        registry.add(AttachedObserver(observer, in: registry))
        // Another thread may have attached it at the same time. The first stays.
        for attached in attachments(of: observer).dropFirst() {
            attached.cancel()
        }
    }

    /// Detaches an observer. Does nothing if it is not attached.
    ///
    /// - Complexity: O(n).
    public func detach(_ observer: some Observer<Value>) {
        for attached in attachments(of: observer) {
            attached.cancel()
        }
    }

    private func attachments(of observer: some Observer<Value>) -> [AttachedObserver<Value>] {
        registry.snapshot().compactMap { $0 as? AttachedObserver<Value> }.filter { $0.isObserver(observer) }
    }

    /// Attaches a closure.
    ///
    /// - Parameters:
    ///   - context: Where the closure runs: on the thread that notifies.
    ///   - handler: What to do with each value.
    ///   - fileID: For ``Diagnostics``: the file that attaches.
    ///   - line: For ``Diagnostics``: the line that attaches.
    /// - Returns: The token that keeps the closure attached.
    public func attach(
        on context: ImmediateContext = .immediate,
        _ handler: @escaping @Sendable (Value) -> Void,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) -> ObserverToken {
        ObserverToken(startObserving(at: RegistrationPlace(fileID: fileID, line: line), handler))
    }

    func startObserving(
        at place: RegistrationPlace? = nil,
        cancelled: @escaping @Sendable () -> Void = {},
        subjectEnded: @escaping @Sendable () -> Void = {},
        _ handler: @escaping @Sendable (Value) -> Void
    ) -> any Cancellable {
        Diagnostics.watchingShared(name, at: place, handler) { handler in
            let observer = AttachedHandler(in: registry, cancelled: cancelled, subjectEnded: subjectEnded, handler)
            observer.place = place
            registry.add(observer)
            return observer
        }
    }

    /// What diagnostics call it.
    private var name: String { "Subject<\(Value.self)>" }

    /// Tells every observer that is attached now.
    ///
    /// - Complexity: O(n).
    public func notify(_ value: Value) {
        registry.deliver(value, name: name)
    }

    /// How many observers are attached, those that have died unnoticed included.
    public var observerCount: Int { registry.observerCount }
}
