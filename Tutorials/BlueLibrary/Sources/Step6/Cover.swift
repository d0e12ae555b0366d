import Heed

/// An album's cover, which may still be on its way.
@KeyValueObservable
final class Cover {
    /// The picture; `nil` until there is one.
    var lines: [String]?
    var isLoading = false
}
