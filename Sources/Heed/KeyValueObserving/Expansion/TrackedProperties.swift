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

    /// Reports a read of a property to Observation.
    ///
    /// - Parameters:
    ///   - index: The number of the property in its class.
    ///   - object: The object that the property belongs to.
    public func wasAccessed(_ index: Int, of object: some KeyValueObservable & Observable) {
        trackedProperties().wasAccessed(index)
    }

    /// Announces a change of a property to Observation, if the object was ever read.
    public func willSet(_ index: Int, of object: some KeyValueObservable & Observable) {
        if !isIdle { trackedPropertiesIfPresent?.willSet(index) }
    }

    /// Reports to Observation that a property has changed, if the object was ever read.
    public func didSet(_ index: Int, of object: some KeyValueObservable & Observable) {
        if !isIdle { trackedPropertiesIfPresent?.didSet(index) }
    }
}

/// The properties of one object as Observation tracks them. It knows them by number.
final class TrackedProperties: Observable, Sendable {
    private let registrar = ObservationRegistrar()

    func wasAccessed(_ index: Int) { registrar.access(self, keyPath: Self.path(of: index)) }

    func willSet(_ index: Int) { registrar.willSet(self, keyPath: Self.path(of: index)) }

    func didSet(_ index: Int) { registrar.didSet(self, keyPath: Self.path(of: index)) }

    private subscript(index: Int) -> Void { () }

    private typealias Path = KeyPath<TrackedProperties, Void> & Sendable

    private static func path(of index: Int) -> Path {
        index < paths.count ? paths[index] : madePath(of: index)
    }

    private static func madePath(of index: Int) -> Path { \TrackedProperties.[index] }

    /// Made once, because making a key path takes longer than everything else.
    private static let paths = (0..<64).map(madePath)
}
