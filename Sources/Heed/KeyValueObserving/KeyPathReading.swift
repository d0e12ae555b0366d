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
    /// Where it is found in every object of the class.
    let place: PropertyPlace
}

/// Where the observers of a stored property are found in each object of one class.
struct PropertyPlace {
    /// The distance of the class's registrar from the beginning of the object, in bytes. What is stored in an object lies at the same place in
    /// each object of a class.
    let offset: Int
    /// The number of the property in the class that declares it.
    let index: Int
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

    mutating func note(_ property: PropertyRegistry, at place: PropertyPlace, in owner: AnyObject, keyPath: (Any.Type) -> AnyKeyPath?) {
        // Asked for only where it matters, and once: to make a key path takes longer than all the rest.
        let own = notesType ? keyPath(type(of: owner)) : nil
        if notesType { lastType = own.map { type(of: $0).valueType } }
        guard !sources.contains(where: { $0.property === property }) else { return }
        let isWholePath = notesType && isWholePath(in: owner) { root in root == type(of: owner) ? own : keyPath(root) }
        sources.append(KeyPathSource(property: property, isWholePath: isWholePath, place: place))
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

/// The key paths that were found last to name just one stored property, of objects of which class. To find that out anew takes longer than
/// all the rest of a registration, because the path has to be read, and a key path to compare with has to be made.
///
/// What is protected by what: `known` by its lock.
enum PlainPaths {
    // SAFETY of `@unchecked`: the path is only kept, so that no other can come to lie in its place.
    private struct Entry: @unchecked Sendable {
        let path: AnyKeyPath
        let type: ObjectIdentifier
        let place: PropertyPlace
    }

    /// Each path and class has its place, which the next one that comes there takes over.
    private static let known = Lock<[Entry?]>(Array(repeating: nil, count: 512))

    private static func number(_ path: AnyKeyPath, _ type: ObjectIdentifier) -> Int {
        let mixed = (UInt(bitPattern: ObjectIdentifier(path)) ^ UInt(bitPattern: type)) &* 0x9E37_79B9_7F4A_7C15
        return Int(mixed >> (UInt.bitWidth - 9))
    }

    /// The observers of the property that a path names, if that is known and somebody observed it before.
    static func property(of path: AnyKeyPath, in object: AnyObject) -> PropertyRegistry? {
        let type = ObjectIdentifier(type(of: object))
        let number = number(path, type)
        let place = known.withLock { known in
            known[number].flatMap { $0.path === path && $0.type == type ? $0.place : nil }
        }
        return place.flatMap { _KeyValueRegistrar.property(at: $0, in: object) }
    }

    static func note(_ path: AnyKeyPath, of object: AnyObject, _ sources: [KeyPathSource]) {
        guard sources.count == 1, sources[0].isWholePath else { return }
        let entry = Entry(path: path, type: ObjectIdentifier(type(of: object)), place: sources[0].place)
        let number = number(path, entry.type)
        // What is replaced is let go only after the lock.
        let replaced = known.withLock { known in
            defer { known[number] = entry }
            return known[number]
        }
        _ = replaced
    }
}
