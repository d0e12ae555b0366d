/// The observers of what an object announces by hand and does not store, by key path.
///
/// Code that ``KeyValueObservable()`` writes uses it; there is no need to use it yourself.
public struct _ManuallyNotifiedPaths: Sendable {
    private let properties: ObservedProperties?

    /// Those of an object that cannot have any.
    public init() {
        properties = nil
    }

    init(properties: ObservedProperties?) {
        self.properties = properties
    }

    /// The observers of one path, if there ever were any.
    func registryIfPresent(for path: AnyKeyPath) -> PropertyRegistry? {
        properties?.registryIfPresent(for: path)
    }

    /// The observers of one path.
    func registry(for path: AnyKeyPath) -> PropertyRegistry? {
        properties?.registry(for: path)
    }
}
