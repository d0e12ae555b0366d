public import CHeedThreads

/// Whether a key path is being read on this thread to find out what it depends on. One load.
///
/// Code that ``KeyValueObservable()`` writes uses it; there is no need to use it yourself.
@inlinable
@inline(__always)
public func heedIsReadingKeyPath() -> Bool {
    heed_current_tracking() != nil
}

/// A property that a key path depends on.
struct KeyPathSource {
    let property: PropertyRegistry
    /// Whether the key path names just this property of the object itself, so that the property's changes are the path's changes.
    let isWholePath: Bool
}

/// Finds out what a key path depends on, by reading it and noting which observable properties are read on the way.
///
/// This way computed properties need no declaration, however deep the properties they read.
struct KeyPathReading {
    private let object: AnyObject
    private let path: AnyKeyPath
    private(set) var sources: [KeyPathSource] = []

    /// The innermost reading of this thread.
    static var current: UnsafeMutablePointer<KeyPathReading>? {
        // SAFETY: only `read` sets the pointer, to a reading that is alive on this thread's stack.
        heed_current_tracking()?.assumingMemoryBound(to: KeyPathReading.self)
    }

    /// Reads the path and notes its sources, each once, in the order in which they were first read.
    static func read<Root: AnyObject, Value>(_ path: KeyPath<Root, Value>, of object: Root) -> (value: Value, sources: [KeyPathSource]) {
        var reading = KeyPathReading(object: object, path: path)
        let outer = heed_current_tracking()
        // SAFETY: the pointer is in the thread's slot only until this closure returns, and all access in between goes through it.
        let value = withUnsafeMutablePointer(to: &reading) { pointer in
            heed_set_current_tracking(pointer)
            defer { heed_set_current_tracking(outer) }
            return object[keyPath: path]
        }
        return (value, reading.sources)
    }

    mutating func note(_ property: PropertyRegistry, in owner: AnyObject, keyPath: (Any.Type) -> AnyKeyPath?) {
        guard !sources.contains(where: { $0.property === property }) else { return }
        let isWholePath = owner === object && keyPath(type(of: path).rootType) == path
        sources.append(KeyPathSource(property: property, isWholePath: isWholePath))
    }
}
