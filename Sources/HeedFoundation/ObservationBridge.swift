public import Heed
public import Observation

/// A bridge that lets the standard library's Observation track the properties of a `@KeyValueObservable` object.
///
/// Observation tracks properties that you read through the bridge:
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
/// - You can read any key path through the bridge, including computed properties and, as `observed[\.cover?.image]`, paths through other
///   objects.
/// - Observation receives each change before it is made, once for each time that it asked, as for an `@Observable` class.
/// - An object that was never read through a bridge has no extra cost.
/// - Writing through the bridge writes the object.
/// - The bridge keeps the object alive. The object doesn't keep the bridge alive.
///
/// - Threading: Like the object: you can use the bridge wherever you can use the object.
@dynamicMemberLookup
public final class ObservationBridge<Object: KeyValueObservable>: Observable {
    /// The object whose properties can be read.
    public let object: Object

    private let registrar = ObservationRegistrar()
    private let watched = Lock(Watched())

    // SAFETY of `@unchecked`: accessed only under the lock. Key paths are compared here, not used.
    private struct Watched: @unchecked Sendable {
        var observations: [AnyKeyPath: ObservationToken] = [:]
        /// Changes that were announced and aren't finished.
        var announced: [AnyKeyPath: Int] = [:]
    }

    /// Creates a bridge to an object.
    public init(of object: Object) {
        self.object = object
    }

    /// Accesses the value at a key path so that Observation tracks it.
    public subscript<Value>(dynamicMember keyPath: KeyPath<Object, Value>) -> Value {
        self[keyPath]
    }

    /// Accesses the value at a key path so that Observation tracks it.
    public subscript<Value>(dynamicMember keyPath: ReferenceWritableKeyPath<Object, Value>) -> Value {
        get { self[keyPath] }
        set { object[keyPath: keyPath] = newValue }
    }

    /// Accesses the value at a key path of any depth so that Observation tracks it.
    public subscript<Value>(_ keyPath: KeyPath<Object, Value>) -> Value {
        watch(keyPath)
        registrar.access(self, keyPath: \.[marking: keyPath])
        return object[keyPath: keyPath]
    }

    /// A mark that represents a key path: Observation accepts only key paths of the bridge itself.
    private subscript(marking keyPath: AnyKeyPath) -> Void { () }

    private func watch<Value>(_ keyPath: KeyPath<Object, Value>) {
        guard watched.withLock({ $0.observations[keyPath] == nil }) else { return }
        let handler = ChangeHandler<Object, Value>.change { [weak self] _, change in self?.pass(on: keyPath, isPrior: change.isPrior) }
        let isolation = Isolation.registered(in: nil, hasSendableHandler: true)
        let observation = ObservationToken(object.startObserving(keyPath, options: [.prior], in: isolation, handler: handler))
        // Another thread may have been faster. The surplus observation is released outside the lock.
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
        // A change that another thread began before the bridge observed it hasn't been announced.
        if isPrior || !isAnnounced { registrar.willSet(self, keyPath: \.[marking: keyPath]) }
        if !isPrior { registrar.didSet(self, keyPath: \.[marking: keyPath]) }
    }
}

// SAFETY: the object and the registrar are Sendable, the rest is under its lock.
extension ObservationBridge: @unchecked Sendable where Object: Sendable {}
