/// A sender that delivers values to a list of observers, in the order in which they attached.
///
/// ```swift
/// let temperature = Subject<Double>()
/// let token = temperature.attach { print("\($0) °C") }
/// temperature.notify(21.5)   // prints 21.5 °C
/// ```
///
/// ## Behavior
/// - Observers are called in the order in which they attached.
/// - A detached observer isn't called again, even in the middle of a notification.
/// - An observer that attaches during a notification receives the next one.
/// - The subject holds each ``Observer`` weakly; a closure's token holds the closure.
/// - Attaching one observer twice calls it once.
/// - A notification that an observer sends comes after the one it received, for every observer.
/// - Closures on the main actor, on an actor and in other contexts receive every value, in order, one at a time. Heed awaits async
///   closures.
///
/// - Threading: You can use a subject on any thread. Observers run on the notifying thread, unless they request another context.
public final class Subject<Value>: Sendable {
    @usableFromInline let registry = SubjectRegistry<Value>()
    /// The attached ``Observer``s. Protected by the lock, under which no observer is called.
    private let attached = Lock(AttachedObservers<Value>())

    /// Creates a subject without observers.
    public init() {}

    deinit {
        registry.end()
    }

    /// Attaches an observer and holds it weakly.
    ///
    /// - Parameters:
    ///   - observer: The observer to call with each value, on the notifying thread.
    ///   - fileID: For the inspector: the file that attaches.
    ///   - line: For the inspector: the line that attaches.
    public func attach(_ observer: some Observer<Value>, fileID: StaticString = #fileID, line: UInt = #line) {
        let weak = WeakObserver<Value>(observer)
        // The lock covers both steps, so that two threads that attach the same observer do it once.
        let (former, crowd) = attached.withLock { attached -> (UInt64?, [ObjectIdentifier: AttachedObserver<Value>]?) in
            let key = ObjectIdentifier(observer)
            let present = attached.observers[key]
            // A deallocated observer may have had the same address.
            if let present, present.isObserver(observer) { return (nil, nil) }
            let id = registry.add(at: RegistrationPlace(fileID: fileID, line: line)) { value in
                guard let observer = weak.present else { return Delivery.removeHandling() }
                observer.update(value)
            }
            attached.observers[key] = id.map { AttachedObserver($0, weak) }
            if let id, Recording.isIndexing { ObservationIndex.attached(id, to: registry) { weak.present == nil } }
            return (present?.id, attached.crowd(among: registry.observerCount))
        }
        if let former { registry.cancel(former) }
        if let crowd { removeGone(of: crowd) }
    }

    /// Removes deallocated observers. Checking a weak reference retains the observer, and may be the last to release it, so that happens
    /// outside the lock.
    private func removeGone(of crowd: [ObjectIdentifier: AttachedObserver<Value>]) {
        let gone = crowd.filter { $0.value.isGone }
        attached.withLock { $0.forget(gone) }
        for observer in gone.values { registry.cancel(observer.id) }
    }

    /// Detaches an observer. Does nothing if it isn't attached.
    public func detach(_ observer: some Observer<Value>) {
        let id: UInt64? = attached.withLock { attached in
            let key = ObjectIdentifier(observer)
            guard let present = attached.observers[key], present.isObserver(observer) else { return nil }
            attached.observers[key] = nil
            return present.id
        }
        if let id { registry.cancel(id) }
    }

    /// Attaches a closure, which runs on the notifying thread.
    ///
    /// - Parameters:
    ///   - handler: The closure to call with each value, on the notifying thread.
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
            return ObservationToken(Registration(registry.add(ObserverEntry(consume handler, at: place)) ?? 0, with: registry))
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

    /// Calls every currently attached observer.
    ///
    /// - Complexity: O(n).
    @inlinable
    public func notify(_ value: Value) {
        if registry.isEmpty { return }
        withUnsafePointer(to: value) { registry.deliver(raw: $0) }
    }

    /// The number of attached observers, including deallocated ones that have not been removed yet.
    package var observerCount: Int { registry.observerCount }
}

extension Subject where Value == Void {
    /// Calls every currently attached observer.
    ///
    /// - Complexity: O(n).
    @inlinable
    public func notify() {
        notify(())
    }
}

extension Subject where Value: Sendable {
    /// Returns an asynchronous sequence of the values sent from now on.
    ///
    /// ```swift
    /// for await degrees in temperature.values() { print(degrees) }
    /// ```
    ///
    /// - Parameter policy: What happens to values sent while the loop is busy. By default all of them wait.
    /// - Returns: The values. The sequence ends with the subject.
    public func values(buffering policy: DeliveryPolicy = .every) -> some ObservedSequence<Value> {
        ObservationSource.values(of: self).values(buffering: policy)
    }
}

/// An object that receives values from a ``Subject``.
///
/// ## Behavior
/// - A subject doesn't keep its observers alive, and doesn't call them once they are deallocated.
/// - Observers and closures share one order: the order of attaching.
public protocol Observer<Value>: AnyObject, Sendable {
    /// The type of values that the subject sends.
    associatedtype Value

    /// Receives a value from the subject.
    ///
    /// - Threading: Called on the thread that notifies.
    func update(_ value: Value)
}

/// The ``Observer``s attached to a subject, and when to search for deallocated ones.
struct AttachedObservers<Value>: Sendable {
    private static var smallestLimit: Int { 32 }

    var observers: [ObjectIdentifier: AttachedObserver<Value>] = [:]
    /// The number of observers at which to search: twice as many as the last search left, so that searching costs each observer O(1).
    private var limit = smallestLimit

    /// Returns the observers to search, if it is time.
    ///
    /// - Parameter registeredCount: The number of observers and closures in the registry, which loses deallocated observers with a notification.
    mutating func crowd(among registeredCount: Int) -> [ObjectIdentifier: AttachedObserver<Value>]? {
        guard observers.count >= min(limit, 2 * registeredCount) else { return nil }
        limit = max(Self.smallestLimit, 2 * observers.count)
        return observers
    }

    /// Removes deallocated observers, unless others have their places.
    mutating func forget(_ gone: [ObjectIdentifier: AttachedObserver<Value>]) {
        for (key, observer) in gone where observers[key]?.id == observer.id { observers[key] = nil }
        limit = max(Self.smallestLimit, 2 * observers.count)
    }
}

/// An ``Observer`` attached to a subject, held weakly.
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
// SAFETY: weak references are read atomically, and this one is never reassigned.
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
