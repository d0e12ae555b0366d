public import Observation
import Synchronization

// The standard library's Observation tells nobody whether it tracks. So every read of a class that is declared `Observable` is reported to it,
// as by `@Observable`, and a class that isn't pays nothing: the compiler chooses between the functions below where the class is compiled.
extension _KeyValueRegistrar {
    /// Does nothing: Observation doesn't track the class.
    @inlinable
    @inline(__always)
    public func wasAccessed(_ index: Int, of object: some KeyValueObservable) {}

    /// Does nothing: Observation doesn't track the class.
    @inlinable
    @inline(__always)
    public func willSet(_ index: Int, of object: some KeyValueObservable) {}

    /// Does nothing: Observation doesn't track the class.
    @inlinable
    @inline(__always)
    public func didSet(_ index: Int, of object: some KeyValueObservable) {}

    /// Does nothing: Observation doesn't track the class.
    @inlinable
    @inline(__always)
    public func didSetShared(_ index: Int, of object: some KeyValueObservable) {}

    /// Reports a read of a property to Observation.
    ///
    /// - Parameters:
    ///   - index: The number of the property in its class.
    ///   - object: The object that the property belongs to.
    public func wasAccessed(_ index: Int, of object: some KeyValueObservable & Observable) {
        if let tracked = trackedProperties { return tracked.borrow { $0.wasAccessed(index) } }
        observedProperties().makeTracked().wasAccessed(index)
    }

    /// Announces a change of a property to Observation, if the object was ever read.
    public func willSet(_ index: Int, of object: some KeyValueObservable & Observable) {
        trackedProperties?.borrow { $0.willSet(index) }
    }

    /// Reports to Observation that a property has changed, if the object was ever read.
    public func didSet(_ index: Int, of object: some KeyValueObservable & Observable) {
        trackedProperties?.borrow { $0.didSet(index, isShared: false) }
    }

    /// Reports to Observation that a property that several threads share has changed.
    public func didSetShared(_ index: Int, of object: some KeyValueObservable & Observable) {
        trackedProperties?.borrow { $0.didSet(index, isShared: true) }
    }
}

/// The properties of one object as Observation tracks them. It knows them by number.
final class TrackedProperties: Observable, Sendable {
    private let registrar = ObservationRegistrar()

    func wasAccessed(_ index: Int) {
        Self.withPath(of: index) { registrar.access(self, keyPath: $0) }
    }

    func willSet(_ index: Int) {
        Self.withPath(of: index) { registrar.willSet(self, keyPath: $0) }
    }

    /// Reports a change. That of a property that threads share is announced once more: the first announcement may have woken a thread that still read
    /// the old value, or come before the first read.
    func didSet(_ index: Int, isShared: Bool) {
        if isShared { willSet(index) }
        Self.withPath(of: index) { registrar.didSet(self, keyPath: $0) }
    }

    private subscript(index: Int) -> Void { () }

    private typealias Path = KeyPath<TrackedProperties, Void>

    @inline(__always)
    private static func withPath(of index: Int, _ body: (Path) -> Void) {
        let made = made
        if index < made.count { made[index].borrow(body) } else { body(path(of: index)) }
    }

    private static func path(of index: Int) -> Path { \TrackedProperties.[index] }

    /// The first ones, made once, because making a key path takes longer than everything else.
    // SAFETY: they are constant, and never released.
    private nonisolated(unsafe) static let made: UnsafeBufferPointer<Unmanaged<Path>> = {
        let made = UnsafeMutableBufferPointer<Unmanaged<Path>>.allocate(capacity: 64)
        _ = made.initialize(from: (0..<made.count).lazy.map { .passRetained(path(of: $0)) })
        return UnsafeBufferPointer(made)
    }()
}
