import Heed

/// An album's cover, which may still be on its way. Any thread may change it, so its properties are under a lock and state their types.
@KeyValueObservable
final class Cover: Sendable {
    /// The picture; `nil` until there is one.
    var lines: [String]? = nil
    var isLoading: Bool = false
}
