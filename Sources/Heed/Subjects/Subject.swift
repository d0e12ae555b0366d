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
    @usableFromInline let registry = SubjectRegistry<Value>()
    /// Who is attached as an ``Observer``. Protected by the lock, which no observer is called under.
    private let attached = Lock<[ObjectIdentifier: AttachedObserver<Value>]>([:])

    /// Creates a subject without observers.
    public init() {}

    deinit {
        registry.end()
    }

    /// Attaches an observer, which is held weakly.
    public func attach(_ observer: some Observer<Value>) {
        let weak = WeakObserver<Value>(observer)
        // The lock is held meanwhile, so that two threads that attach one observer do it once.
        attached.withLock { attached in
            let key = ObjectIdentifier(observer)
            // One that has died may have lain in the same place.
            if let present = attached[key], present.isObserver(observer) { return }
            if attached.count > 2 * registry.observerCount { attached = attached.filter { !$0.value.isGone } }
            let id = registry.add { value in
                guard let observer = weak.present else { return Delivery.removeHandling() }
                observer.update(value)
            }
            attached[key] = id.map { AttachedObserver($0, weak) }
        }
    }

    /// Detaches an observer. Does nothing if it is not attached.
    public func detach(_ observer: some Observer<Value>) {
        let id: UInt64? = attached.withLock { attached in
            let key = ObjectIdentifier(observer)
            guard let present = attached[key], present.isObserver(observer) else { return nil }
            attached[key] = nil
            return present.id
        }
        if let id { registry.cancel(id) }
    }

    /// Attaches a closure, which is called on the thread that notifies.
    ///
    /// - Parameters:
    ///   - handler: What to do with each value, on the thread that notifies.
    ///   - fileID: For ``Diagnostics``: the file that attaches.
    ///   - line: For ``Diagnostics``: the line that attaches.
    /// - Returns: The token that keeps the closure attached.
    public func attach(
        _ handler: consuming @escaping @Sendable (Value) -> Void,
        fileID: StaticString = #fileID,
        line: UInt = #line
    ) -> ObservationToken {
        let place = RegistrationPlace(fileID: fileID, line: line)
        if Diagnostics.watched.isEmpty {
            return ObservationToken(Registration(registry.add(ObserverEntry(handler, at: place)) ?? 0, with: registry))
        }
        return ObservationToken(startObserving(at: place, handler))
    }

    func startObserving(
        at place: RegistrationPlace? = nil,
        callbacks: AnyObserverRegistry.RegistrationCallbacks? = nil,
        _ handler: @escaping @Sendable (Value) -> Void
    ) -> Registration {
        func register(_ handler: @escaping @Sendable (Value) -> Void) -> Registration {
            Registration(registry.add(at: place, callbacks: callbacks, handler) ?? 0, with: registry)
        }
        if Diagnostics.watched.isEmpty { return register(handler) }
        return Diagnostics.watchingShared(registry.name, at: place, handler, register: register)
    }

    /// Tells every observer that is attached now.
    ///
    /// - Complexity: O(n).
    @inlinable
    public func notify(_ value: Value) {
        if registry.isEmpty { return }
        withUnsafePointer(to: value) { registry.deliver(raw: $0) }
    }

    /// How many observers are attached, those that have died unnoticed included.
    public var observerCount: Int { registry.observerCount }
}

extension Subject where Value: Sendable {
    /// The values that are sent from now on, for a `for await` loop.
    ///
    /// ```swift
    /// for await degrees in temperature.values() { print(degrees) }
    /// ```
    ///
    /// - Parameter policy: What becomes of values that are sent while the loop is busy. All of them wait, unless you say otherwise.
    /// - Returns: The values. The sequence ends with the subject.
    public func values(buffering policy: DeliveryPolicy = .every) -> ObservedSequence<Value> {
        ObservedSequence(.values(of: self), buffering: policy)
    }
}

/// Somebody who wants to hear from a ``Subject``.
///
/// ## Behavior
/// - A subject does not keep it alive; one that has died is not called any more.
/// - It has its place among all that are attached, observers and closures: the order of attaching.
public protocol Observer<Value>: AnyObject, Sendable {
    /// What the subject sends.
    associatedtype Value

    /// The subject has something to tell.
    ///
    /// - Threading: Called on the thread that notifies.
    func update(_ value: Value)
}

/// An ``Observer`` that is attached to a subject, held weakly.
struct AttachedObserver<Value>: Sendable {
    let id: UInt64
    private let observer: WeakObserver<Value>

    init(_ id: UInt64, _ observer: WeakObserver<Value>) {
        self.id = id
        self.observer = observer
    }

    func isObserver(_ other: any Observer<Value>) -> Bool { observer.present === other }

    var isGone: Bool { observer.present == nil }
}

/// A weak reference to an observer.
// SAFETY: weak references are read atomically, and this one is never assigned again.
final class WeakObserver<Value>: @unchecked Sendable {
    private weak let observer: (any Observer<Value>)?

    init(_ observer: any Observer<Value>) {
        self.observer = observer
    }

    var present: (any Observer<Value>)? { observer }
}

/// The observers of a ``Subject``.
@usableFromInline
final class SubjectRegistry<Value>: ObserverRegistry<Value>, @unchecked Sendable {
    override var name: String { "Subject<\(Value.self)>" }

    override func hold(_ event: UnsafeRawPointer, context: UnsafeRawPointer?) -> HeldEvent? {
        HeldCopy<Value, Void>(event: event, context: nil)
    }
}
