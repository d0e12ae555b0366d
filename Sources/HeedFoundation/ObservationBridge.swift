public import Heed
public import Observation

/// Lets code that waits for the standard library's Observation wait for the properties of a `@KeyValueObservable` object.
///
/// Reading a property through the bridge is what Observation takes note of:
///
/// ```swift
/// let observed = ObservationBridge(of: album)
/// withObservationTracking {
///     print(observed.title)
/// } onChange: {
///     print("the title is about to change")
/// }
/// for await title in Observations({ observed.title }) { print(title) }
/// ```
///
/// ## Behavior
/// - Any key path can be read through the bridge, also computed properties and, as `observed[\.cover?.image]`, ways through other
///   objects.
/// - Observation hears of a change before it is made, once for each time that it asked, as with a class that is `@Observable` itself.
/// - An object of which nothing was read through a bridge costs what it costs without one.
/// - Writing through the bridge writes the object.
/// - The bridge keeps the object alive. The object does not keep the bridge.
///
/// - Threading: As the object: where the object may be used, the bridge may be.
@dynamicMemberLookup
public final class ObservationBridge<Object: KeyValueObservable>: Observable {
    /// The object whose properties can be read.
    public let object: Object

    private let registrar = ObservationRegistrar()
    private let watched = Lock(Watched())

    // SAFETY of `@unchecked`: touched only under the lock. Key paths are compared here, not used.
    private struct Watched: @unchecked Sendable {
        var observations: [AnyKeyPath: ObservationToken] = [:]
        /// Changes that were announced and are not finished.
        var announced: [AnyKeyPath: Int] = [:]
    }

    /// Creates a bridge to an object.
    public init(of object: Object) {
        self.object = object
    }

    /// The value at a key path, read or written for Observation to see.
    public subscript<Value>(dynamicMember keyPath: KeyPath<Object, Value>) -> Value {
        self[keyPath]
    }

    /// The value at a key path, read or written for Observation to see.
    public subscript<Value>(dynamicMember keyPath: ReferenceWritableKeyPath<Object, Value>) -> Value {
        get { self[keyPath] }
        set { object[keyPath: keyPath] = newValue }
    }

    /// The value at a key path of any depth, read for Observation to see.
    public subscript<Value>(_ keyPath: KeyPath<Object, Value>) -> Value {
        watch(keyPath)
        registrar.access(self, keyPath: \.[marking: keyPath])
        return object[keyPath: keyPath]
    }

    /// What Observation knows a key path by: it only takes key paths of the bridge itself.
    private subscript(marking keyPath: AnyKeyPath) -> Void { () }

    private func watch<Value>(_ keyPath: KeyPath<Object, Value>) {
        guard watched.withLock({ $0.observations[keyPath] == nil }) else { return }
        let handler = ChangeHandler<Object, Value>.change { [weak self] _, change in self?.pass(on: keyPath, isPrior: change.isPrior) }
        let isolation = Isolation.registered(in: nil, hasSendableHandler: true)
        let observation = ObservationToken(object.startObserving(keyPath, options: [.prior], in: isolation, handler: handler))
        // Another thread may have been quicker. The one too many is released outside the lock.
        let surplus = watched.withLock { watched -> ObservationToken? in
            guard watched.observations[keyPath] == nil else { return observation }
            watched.observations[keyPath] = observation
            return nil
        }
        surplus?.invalidate()
    }

    private func pass(on keyPath: AnyKeyPath, isPrior: Bool) {
        let isAnnounced = watched.withLock { watched in
            let announced = watched.announced[keyPath, default: 0]
            watched.announced[keyPath] = isPrior ? announced + 1 : max(announced - 1, 0)
            return announced > 0
        }
        // A change that another thread began before the bridge came has not been announced.
        if isPrior || !isAnnounced { registrar.willSet(self, keyPath: \.[marking: keyPath]) }
        if !isPrior { registrar.didSet(self, keyPath: \.[marking: keyPath]) }
    }
}

// SAFETY: the object and the registrar are Sendable, the rest is under its lock.
extension ObservationBridge: @unchecked Sendable where Object: Sendable {}
