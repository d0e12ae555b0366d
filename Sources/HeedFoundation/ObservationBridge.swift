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
    private let watched = PathTable<WatchedPath>()

    /// A key path that the bridge observes.
    private struct WatchedPath: Sendable {
        let announced: Announcements
        let observation: ObservationToken
    }

    /// The number of changes of one key path that were announced and aren't finished. Its identity also represents the path.
    ///
    /// State and its protection: `count`, by its lock.
    private final class Announcements: Sendable {
        private let count = Lock(0)

        /// Counts an announcement, or the end of a change.
        ///
        /// - Returns: Whether a change had been announced.
        func note(isPrior: Bool) -> Bool {
            count.withLock { count in
                defer { count = isPrior ? count + 1 : max(count - 1, 0) }
                return count > 0
            }
        }
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
        registrar.access(self, keyPath: \.[marking: ObjectIdentifier(watch(keyPath))])
        return object[keyPath: keyPath]
    }

    /// A mark that represents a key path: Observation accepts only key paths of the bridge itself. It compares marks under a lock.
    private subscript(marking mark: ObjectIdentifier) -> Void { () }

    private func watch<Value>(_ keyPath: KeyPath<Object, Value>) -> Announcements {
        if let present = watched.value(for: keyPath) { return present.announced }
        let announced = Announcements()
        let handler = ChangeHandler<Object, Value>.change { [weak self] _, change in self?.pass(on: announced, isPrior: change.isPrior) }
        let isolation = Isolation.registered(in: nil, hasSendableHandler: true)
        let observation = ObservationToken(object.startObserving(keyPath, options: [.prior], in: isolation, handler: handler))
        // Another thread may have been faster.
        let watched = watched.add(WatchedPath(announced: announced, observation: observation), for: keyPath)
        if watched.announced !== announced { observation.invalidate() }
        return watched.announced
    }

    private func pass(on announced: Announcements, isPrior: Bool) {
        let isAnnounced = announced.note(isPrior: isPrior)
        let mark = ObjectIdentifier(announced)
        // A change that another thread began before the bridge observed it hasn't been announced.
        if isPrior || !isAnnounced { registrar.willSet(self, keyPath: \.[marking: mark]) }
        if !isPrior { registrar.didSet(self, keyPath: \.[marking: mark]) }
    }
}

// SAFETY: the object and the registrar are Sendable, the rest protects itself.
extension ObservationBridge: @unchecked Sendable where Object: Sendable {}
