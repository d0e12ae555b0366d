public import CHeedThreads

/// Whether a key path is being read on this thread to find out what it depends on. One load.
///
/// Code that ``KeyValueObservable()`` writes uses it; there is no need to use it yourself.
@inlinable
@inline(__always)
public func _heedIsReadingKeyPath() -> Bool {
    heed_current_tracking() != nil
}

/// A property that a key path depends on.
struct KeyPathSource {
    let property: PropertyRegistry
    /// Whether the key path names just this property of the object itself, so that the property's changes are the path's changes. Known
    /// only from a survey.
    let isWholePath: Bool
}

/// Which stored property a key path names.
struct PropertyLocation {
    /// Its observers, if it ever had any.
    let property: PropertyRegistry?
    /// Whether setting it tells its observers.
    let notifies: Bool
}

/// Finds out what a key path depends on, by reading it and noting which observable properties are read on the way.
///
/// This way computed properties need no declaration, however deep the properties they read.
struct KeyPathReading {
    /// What is to be done with the properties that are read.
    enum Purpose {
        /// To note them all.
        case sources
        /// To find the one that the path names, without leaving a trace in it.
        case location
        /// To change the storage of the one that the path names.
        case edit(_StorageEdit)
    }

    let purpose: Purpose
    var location: PropertyLocation?
    private(set) var sources: [KeyPathSource] = []
    /// The type of the property that was read last, where that is asked for.
    private var lastType: Any.Type?
    private var notesType = false
    private let object: AnyObject
    private let path: AnyKeyPath

    private init(of path: AnyKeyPath, from object: AnyObject, for purpose: Purpose) {
        self.path = path
        self.object = object
        self.purpose = purpose
    }

    /// The innermost reading of this thread.
    static var current: UnsafeMutablePointer<KeyPathReading>? {
        // SAFETY: only `run` sets the pointer, to a reading that is alive on this thread's stack.
        heed_current_tracking()?.assumingMemoryBound(to: KeyPathReading.self)
    }

    /// Reads a path, and others that it is said to depend on, and notes the sources, each once, in the order in which they were first
    /// read.
    ///
    /// - Returns: The value of the first, as a ``ReadValue``, and the sources of all.
    static func read(
        _ accessor: KeyPathAccessor,
        and declared: [AnyKeyPath],
        of object: AnyObject
    ) -> (value: AnyObject, sources: [KeyPathSource]) {
        var reading = KeyPathReading(of: accessor.path, from: object, for: .sources)
        let value = reading.run {
            let value = accessor.read(object)
            for path in declared { _ = (object as Any)[keyPath: path] }
            return value
        }
        return (value, reading.sources)
    }

    /// As `read`, for a path that is about to be observed.
    ///
    /// - Returns: The sources, and the class at whose objects the observing ends although the path goes on into them, if there is one.
    static func survey<Root: AnyObject, Value>(
        _ path: KeyPath<Root, Value>,
        of object: Root
    ) -> (sources: [KeyPathSource], nonObservableClass: AnyClass?) {
        if let property = PlainPaths.property(of: path, in: object) { return ([property], nil) }
        let declared = declaredSources(of: path, in: object)
        var reading = KeyPathReading(of: path, from: object, for: .sources)
        reading.notesType = true
        reading.run {
            _ = object[keyPath: path]
            for path in declared { _ = (object as Any)[keyPath: path] }
        }
        if declared.isEmpty { PlainPaths.note(path, of: object, reading.sources) }
        guard let last = reading.lastType.map(unwrapped), last != unwrapped(Value.self), let type = last as? AnyClass,
            !(type is any KeyValueObservable.Type)
        else { return (reading.sources, nil) }
        // A read-only path without `?` may be a computed property, which need not care for what is inside of the object.
        let goesOn = path is ReferenceWritableKeyPath<Root, Value> || "\(KeyPathName(path))".contains("?")
        return (reading.sources, goesOn ? type : nil)
    }

    /// The one property that reading a path reads; `nil` if there is none, or several.
    static func onlyProperty<Root: AnyObject, Value>(_ path: KeyPath<Root, Value>, of object: Root) -> PropertyRegistry? {
        var reading = KeyPathReading(of: path, from: object, for: .sources)
        reading.run { _ = object[keyPath: path] }
        return reading.sources.count == 1 ? reading.sources[0].property : nil
    }

    private static func unwrapped(_ type: Any.Type) -> Any.Type {
        (type as? any OptionalType.Type)?.wrapped ?? type
    }

    /// Finds the stored property that the path names.
    ///
    /// - Returns: `nil` if it names none of the object's own, but one of another object, or something computed.
    static func locate<Root: AnyObject, Value>(_ path: KeyPath<Root, Value>, of object: Root) -> PropertyLocation? {
        var reading = KeyPathReading(of: path, from: object, for: .location)
        reading.run { _ = object[keyPath: path] }
        return reading.location
    }

    /// Changes the stored property that the path names, where it is stored, without telling anybody.
    static func edit<Root: AnyObject, Value>(_ path: KeyPath<Root, Value>, of object: Root, _ body: (inout Value) -> Void) {
        withoutActuallyEscaping(body) { body in
            // SAFETY: the storage is that of the property which the path names, so it holds a `Value`.
            let edit = _StorageEdit { body(&$0.assumingMemoryBound(to: Value.self).pointee) }
            var reading = KeyPathReading(of: path, from: object, for: .edit(edit))
            reading.run { _ = object[keyPath: path] }
        }
    }

    private mutating func run<Result>(_ body: () -> Result) -> Result {
        let outer = heed_current_tracking()
        // SAFETY: the pointer is in the thread's slot only until this closure returns, and all access in between goes through it.
        return withUnsafeMutablePointer(to: &self) { pointer in
            heed_set_current_tracking(pointer)
            defer { heed_set_current_tracking(outer) }
            return body()
        }
    }

    /// What the class says the path depends on, and what it says that depends on, each once.
    static func declaredSources(of path: AnyKeyPath, in object: AnyObject) -> [AnyKeyPath] {
        guard let declaring = type(of: object) as? any KeyValueObservable.Type else { return [] }
        var waiting = declaring.keyPathsForValuesAffecting(path)
        guard !waiting.isEmpty else { return [] }
        var found: [AnyKeyPath] = []
        var seen: Set = [path]
        while let next = waiting.popLast() {
            guard seen.insert(next).inserted else { continue }
            found.append(next)
            waiting += declaring.keyPathsForValuesAffecting(next)
        }
        return found
    }

    mutating func note(_ property: PropertyRegistry, in owner: AnyObject, keyPath: (Any.Type) -> AnyKeyPath?) {
        // Asked for only where it matters, and once: to make a key path takes longer than all the rest.
        let own = notesType ? keyPath(type(of: owner)) : nil
        if notesType { lastType = own.map { type(of: $0).valueType } }
        guard !sources.contains(where: { $0.property === property }) else { return }
        let isWholePath = notesType && isWholePath(in: owner) { root in root == type(of: owner) ? own : keyPath(root) }
        sources.append(KeyPathSource(property: property, isWholePath: isWholePath))
    }

    func isWholePath(in owner: AnyObject, keyPath: (Any.Type) -> AnyKeyPath?) -> Bool {
        owner === object && keyPath(type(of: path).rootType) == path
    }
}

/// Lets an optional's type say what it wraps.
private protocol OptionalType {
    static var wrapped: Any.Type { get }
}

extension Optional: OptionalType {
    static var wrapped: Any.Type { Wrapped.self }
}

/// The key paths that were found to name just one stored property, of objects of which class. To find that out anew takes longer than all the
/// rest of a registration, because a key path to compare with has to be made.
///
/// What is protected by what: `known` by its lock.
private enum PlainPaths {
    private struct Key: Hashable {
        let path: ObjectIdentifier
        let type: ObjectIdentifier

        init(_ path: AnyKeyPath, _ object: AnyObject) {
            self.path = ObjectIdentifier(path)
            type = ObjectIdentifier(Swift.type(of: object))
        }
    }

    // SAFETY of `@unchecked`: the path is only kept, so that no other can come to lie in its place.
    private struct Known: @unchecked Sendable {
        let path: AnyKeyPath
        let name: String
    }

    private static let known = Lock<[Key: Known]>([:])
    /// A key path that stands in the source is one object for each place. A program that makes its paths as it goes has no end of them.
    private static let capacity = 4_096

    static func property<Root: AnyObject, Value>(of path: KeyPath<Root, Value>, in object: Root) -> KeyPathSource? {
        let key = Key(path, object)
        guard let name = known.withLock({ $0[key]?.name }), let property = KeyPathReading.onlyProperty(path, of: object),
            property.name == name
        else { return nil }
        return KeyPathSource(property: property, isWholePath: true)
    }

    static func note(_ path: AnyKeyPath, of object: AnyObject, _ sources: [KeyPathSource]) {
        guard sources.count == 1, sources[0].isWholePath else { return }
        let entry = Known(path: path, name: sources[0].property.name)
        let key = Key(path, object)
        known.withLock { known in
            if known.count < capacity { known[key] = entry }
        }
    }
}
