public import CHeedThreads

/// Whether a key path is being read on this thread to find out what it depends on. One load.
///
/// Code that ``KeyValueObservable()`` writes uses it; there is no need to use it yourself.
@inlinable
@inline(__always)
public func _heedIsReadingKeyPath() -> Bool {
    heed_current_tracking() != nil
}

/// Where the observers of a stored property are found in each object of one class.
struct PropertyPlace {
    /// The distance of the class's registrar from the beginning of the object, in bytes. What is stored in an object lies at the same place in
    /// each object of a class.
    let offset: Int
    /// The number of the property in the class that declares it.
    let index: Int
    /// Whether no subclass can override the property.
    let isFinal: Bool
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
    private let object: AnyObject
    private let path: AnyKeyPath
    /// What was found when the path was read last. As long as the same is found again, nothing has to be noted.
    private let expected: [PropertyRegistry]
    private var confirmedCount = 0
    private var isAsExpected = true
    private var found: [PropertyRegistry] = []
    private var last: PropertyRegistry?
    private var noteCount = 0
    /// Where more is to be found out.
    private var survey: KeyPathSurvey?

    private init(of path: AnyKeyPath, from object: AnyObject, for purpose: Purpose, expecting expected: [PropertyRegistry] = []) {
        self.path = path
        self.object = object
        self.purpose = purpose
        self.expected = expected
    }

    /// The innermost reading of this thread.
    static var current: UnsafeMutablePointer<KeyPathReading>? {
        // SAFETY: only `run` sets the pointer, to a reading that is alive on this thread's stack.
        heed_current_tracking()?.assumingMemoryBound(to: KeyPathReading.self)
    }

    /// What reading a path gave.
    struct Outcome {
        /// The value, as a ``ReadValue``.
        let value: AnyObject
        /// The properties that were read, each once, in the order in which they were first read.
        let sources: [PropertyRegistry]
        /// Whether these are the ones that were expected.
        let isAsExpected: Bool
        /// The property that the path itself read last, if it read it only once.
        let last: PropertyRegistry?
    }

    /// Reads a path, and others that it is said to depend on.
    ///
    /// - Parameter expected: The sources that were found last.
    static func read(
        _ accessor: KeyPathAccessor,
        and declared: [AnyKeyPath],
        of object: AnyObject,
        expecting expected: [PropertyRegistry]
    ) -> Outcome {
        var reading = KeyPathReading(of: accessor.path, from: object, for: .sources, expecting: expected)
        let value = reading.run { accessor.read(object) }
        let last = reading.noteCount == reading.sources.count ? reading.last : nil
        if !declared.isEmpty {
            reading.run {
                for path in declared { _ = (object as Any)[keyPath: path] }
            }
        }
        let isAsExpected = reading.isAsExpected && reading.confirmedCount == expected.count
        return Outcome(value: value, sources: reading.sources, isAsExpected: isAsExpected, last: last)
    }

    /// Reads a path that is about to be observed.
    static func survey<Root: AnyObject, Value>(_ path: KeyPath<Root, Value>, of object: Root) -> KeyPathSurvey {
        let declared = declaredSources(of: path, in: object)
        var reading = KeyPathReading(of: path, from: object, for: .sources)
        reading.survey = KeyPathSurvey(of: path, from: object)
        reading.run { _ = object[keyPath: path] }
        reading.survey?.pathWasRead()
        reading.run {
            for path in declared { _ = (object as Any)[keyPath: path] }
        }
        guard var survey = reading.survey else { return KeyPathSurvey(of: path, from: object) }
        survey.sources = reading.sources
        if declared.isEmpty, survey.sources.count == 1, let plain = survey.plain,
            _KeyValueRegistrar.property(at: plain.place, in: object) === plain.property
        {
            PlainPaths.note(path, of: object, plain.place)
        }
        if let last = survey.lastType.map(unwrapped), last != unwrapped(Value.self), let type = last as? AnyClass,
            !(type is any KeyValueObservable.Type),
            // A read-only path without `?` may be a computed property, which need not care for what is inside of the object.
            path is ReferenceWritableKeyPath<Root, Value> || "\(KeyPathName(path))".contains("?")
        {
            survey.nonObservableClass = type
        }
        return survey
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

    private var sources: [PropertyRegistry] {
        guard isAsExpected else { return found }
        return confirmedCount == expected.count ? expected : Array(expected[..<confirmedCount])
    }

    /// A property was read.
    ///
    /// - Parameters:
    ///   - place: Where it is found in objects of the class.
    ///   - owner: The object that it belongs to.
    ///   - keyPath: The property as a key path from a given class, or `nil` where it is not a property of that class.
    mutating func note(_ property: PropertyRegistry, at place: PropertyPlace, in owner: AnyObject, keyPath: (Any.Type) -> AnyKeyPath?) {
        last = property
        noteCount += 1
        survey?.note(property, at: place, in: owner, keyPath: keyPath)
        if isAsExpected {
            if confirmedCount < expected.count, expected[confirmedCount] === property {
                confirmedCount += 1
                return
            }
            if expected[..<confirmedCount].contains(where: { $0 === property }) { return }
            found = Array(expected[..<confirmedCount])
            isAsExpected = false
        }
        if !found.contains(where: { $0 === property }) { found.append(property) }
    }

    func isWholePath(in owner: AnyObject, keyPath: (Any.Type) -> AnyKeyPath?) -> Bool {
        owner === object && keyPath(type(of: path).rootType) == path
    }
}

/// What is found out about a key path before it is observed.
struct KeyPathSurvey {
    /// The properties that it depends on, each once, in the order in which they were first read.
    var sources: [PropertyRegistry] = []
    /// The stored property of the object itself that the path names, so that its changes are the path's changes; and where it is.
    private(set) var plain: (property: PropertyRegistry, place: PropertyPlace)?
    /// Whether the path leads from one stored property to the next, and the last is one that no subclass overrides. Then what is read last is
    /// always that property, and its changes are the path's changes.
    private(set) var endsAtStoredProperty = false
    /// The class at whose objects the observing ends although the path goes on into them, if there is one.
    var nonObservableClass: AnyClass?
    /// The type of the property that was read last.
    private(set) var lastType: Any.Type?

    private let path: AnyKeyPath
    private let object: AnyObject
    /// The properties that were read so far as one key path, as long as they make one.
    private var chain: AnyKeyPath?
    private var isFirst = true
    private var lastIsFinal = false

    init(of path: AnyKeyPath, from object: AnyObject) {
        self.path = path
        self.object = object
    }

    mutating func note(_ property: PropertyRegistry, at place: PropertyPlace, in owner: AnyObject, keyPath: (Any.Type) -> AnyKeyPath?) {
        // Made as seldom as can be: to make a key path takes longer than all the rest.
        let ownType = type(of: owner) as Any.Type
        let own = keyPath(ownType)
        func made(from root: Any.Type) -> AnyKeyPath? { root == ownType ? own : keyPath(root) }
        lastType = own.map { type(of: $0).valueType }
        lastIsFinal = place.isFinal
        let fromRoot = owner === object ? made(from: type(of: path).rootType) : nil
        if plain == nil, fromRoot == path { plain = (property, place) }
        if isFirst {
            chain = fromRoot
            isFirst = false
        } else if let former = chain {
            chain = made(from: type(of: former).valueType).flatMap(former.appending)
        }
    }

    /// What comes now is declared, and not on the path.
    mutating func pathWasRead() {
        endsAtStoredProperty = lastIsFinal && chain == path
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

    static func note(_ path: AnyKeyPath, of object: AnyObject, _ place: PropertyPlace) {
        let entry = Entry(path: path, type: ObjectIdentifier(type(of: object)), place: place)
        let number = number(path, entry.type)
        // What is replaced is let go only after the lock.
        let replaced = known.withLock { known in
            defer { known[number] = entry }
            return known[number]
        }
        _ = replaced
    }
}
