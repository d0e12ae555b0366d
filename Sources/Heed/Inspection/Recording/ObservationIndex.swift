internal import CHeedThreads

/// The recording's data about sources and observers beyond their registries: names, objects, queues, and what has ended.
///
/// Registries are noted when an observer joins them, or something is delivered, while a recording runs. The index keeps none of them alive.
///
/// State and its protection: `contents`, by its lock. Registries may call with their own lock held, so nothing here uses a registry's lock.
/// To release a key path runs code of the program, namely the `deinit` of a subscript's arguments. So what is replaced or removed leaves the
/// lock first, and functions that remove something are called with no lock held.
package enum ObservationIndex {
    private static let contents = Lock(Contents())

    private struct Contents: Sendable {
        var newest: UInt32 = 0
        /// The sources, by number. Those that are gone stay until there are many.
        var sources: [UInt32: IndexedSource] = [:]
        var gone = Fifo<UInt32>()
        var observers: [ObserverKey: ObserverDetails] = [:]
        var orphans: [ObserverKey: EndedObserver] = [:]
        var ended = Fifo<EndedObserver>()
        var diagnostics = Fifo<Diagnostic>()
        var unobserved: [UnobservedMessage.Key: UnobservedMessage] = [:]
    }

    private static let goneLimit = 8192
    private static let endedLimit = 4096
    private static let diagnosticLimit = 256
    private static let unobservedLimit = 1024

    // MARK: Sources

    /// Returns the number of a registry.
    @inline(__always)
    static func number(of registry: AnyObserverRegistry) -> UInt32 {
        let number = registry.number.load(ordering: .relaxed)
        return number != 0 ? number : note(registry)
    }

    @inline(never)
    private static func note(_ registry: AnyObserverRegistry) -> UInt32 {
        let source = IndexedSource(registry)
        return contents.withLock { contents in
            let present = registry.number.load(ordering: .relaxed)
            if present != 0 { return present }
            contents.newest += 1
            var source = source
            source.number = contents.newest
            contents.sources[source.number] = source
            registry.number.store(source.number, ordering: .releasing)
            return source.number
        }
    }

    /// Notes the object that a registry belongs to.
    package static func note(_ registry: AnyObserverRegistry, of object: AnyObject) {
        let number = number(of: registry)
        let identity = ObservedObject(object)
        contents.withLock { $0.sources[number]?.object = identity }
    }

    /// Notes the path whose manually announced changes a registry delivers.
    static func note(_ registry: AnyObserverRegistry, path: ObservedPath) {
        let number = number(of: registry)
        let replaced = contents.withLock { contents in
            let replaced = contents.sources[number]?.path
            contents.sources[number]?.path = path
            return replaced
        }
        _ = replaced
    }

    /// Notes that a registry is being deallocated.
    static func ended(_ number: UInt32) {
        let dropped = contents.withLock { contents -> IndexedSource? in
            contents.sources[number]?.isAlive = false
            contents.gone.append(number)
            return contents.gone.count > goneLimit ? contents.gone.popFirst().flatMap { contents.sources.removeValue(forKey: $0) } : nil
        }
        _ = dropped
    }

    // MARK: Observers

    /// Notes an observer that has joined a registry.
    static func added(_ id: UInt64, to registry: AnyObserverRegistry, place: UInt64) {
        let source = number(of: registry)
        guard let queue = Recording.registeringQueue else { return }
        note(ObserverDetails(queue: QueueReference(queue)), for: ObserverKey(id, in: registry))
        queue.link(QueueLink(source: source, observer: id, place: place))
    }

    /// Notes an observer of a key path, which joins several registries.
    static func added(_ id: UInt64, path: ObservedPath) {
        note(ObserverDetails(path: path, queue: Recording.registeringQueue.map { QueueReference($0) }), for: .listener(id))
    }

    /// Returns the key path that an observer observes.
    static func path(of id: UInt64) -> ObservedPath? {
        contents.withLock { $0.observers[.listener(id)]?.path }
    }

    /// Notes an observer that its subject holds weakly.
    static func attached(_ id: UInt64, to registry: AnyObserverRegistry, isGone: @escaping @Sendable () -> Bool) {
        note(ObserverDetails(isGone: isGone), for: ObserverKey(id, in: registry))
    }

    /// Notes an observer of one sender's messages.
    static func observes(_ sender: AnyObject, _ id: UInt64, in registry: AnyObserverRegistry) {
        let reference = SenderReference(sender)
        note(ObserverDetails(isSenderGone: { reference.sender == nil }), for: ObserverKey(id, in: registry))
    }

    private static func note(_ details: ObserverDetails, for key: ObserverKey) {
        let replaced = contents.withLock { contents in
            var details = details
            let present = contents.observers[key]
            details.path = details.path ?? present?.path
            details.queue = details.queue ?? present?.queue
            contents.observers[key] = details
            return present
        }
        _ = replaced
    }

    /// Notes that an observer was removed from a registry, and how, if a token did it.
    static func removed(_ id: UInt64, from registry: AnyObserverRegistry, place: UInt64) {
        let thread = heed_current_thread()
        guard thread.pointee.ending != HEED_NOT_ENDING.rawValue else { return }
        let key = ObserverKey(id, in: registry)
        let addresses = Recording.backtrace(heed_record_backtrace(1))
        let isReleased = thread.pointee.ending == HEED_RELEASED.rawValue
        let source = number(of: registry)
        let dropped = contents.withLock { contents -> (ObserverDetails?, EndedObserver?) in
            let details = contents.observers[key]
            // An observer of a key path leaves several registries.
            if details?.path == nil { contents.observers[key] = nil }
            let ended = EndedObserver(
                key: key, source: source, name: contents.sources[source]?.name ?? "", object: contents.sources[source]?.object,
                path: details?.path, place: RegistrationPlace(bits: place), isReleased: isReleased, backtrace: addresses)
            contents.ended.append(ended)
            return (details, contents.ended.count > endedLimit ? contents.ended.popFirst() : nil)
        }
        _ = dropped
    }

    /// Notes that an observer's registry has ended, because the observed object has.
    static func orphaned(_ id: UInt64, of registry: AnyObserverRegistry, place: UInt64) {
        let key = ObserverKey(id, in: registry)
        let source = number(of: registry)
        let replaced = contents.withLock { contents in
            let orphan = EndedObserver(
                key: key, source: source, name: contents.sources[source]?.name ?? "", object: contents.sources[source]?.object,
                path: contents.observers[key]?.path, place: RegistrationPlace(bits: place))
            return contents.orphans.updateValue(orphan, forKey: key)
        }
        _ = replaced
    }

    /// Notes that the object whose key path an observer observes has ended.
    static func orphaned(_ id: UInt64, path: ObservedPath, place: RegistrationPlace?) {
        let orphan = EndedObserver(key: .listener(id), source: 0, name: path.name, path: path, place: place)
        let replaced = contents.withLock { $0.orphans.updateValue(orphan, forKey: orphan.key) }
        _ = replaced
    }

    /// Notes that an observer's token has ended too.
    static func forgetOrphan(_ id: UInt64, of registry: AnyObserverRegistry) {
        forgetOrphan(ObserverKey(id, in: registry))
    }

    static func forgetOrphan(_ key: ObserverKey) {
        let dropped = contents.withLock { contents -> (EndedObserver, ObserverDetails?)? in
            contents.orphans.removeValue(forKey: key).map { ($0, contents.observers.removeValue(forKey: key)) }
        }
        _ = dropped
    }

    /// Notes that an observer of a key path has left all registries.
    static func left(_ id: UInt64) {
        let dropped = contents.withLock { $0.observers.removeValue(forKey: .listener(id)) }
        _ = dropped
    }

    // MARK: Messages

    /// Notes a message of a type that nobody has observed in a hub.
    static func posted(_ type: Any.Type, in hub: NotificationHub) {
        let hub = ObservedObject(hub)
        let key = UnobservedMessage.Key(hub: hub, type: ObjectIdentifier(type))
        let isKnown = contents.withLock { contents in
            contents.unobserved[key]?.count += 1
            return contents.unobserved[key] != nil || contents.unobserved.count >= unobservedLimit
        }
        if isKnown { return }
        let addresses = Recording.backtrace(heed_record_backtrace(1))
        contents.withLock { contents in
            let first = UnobservedMessage(hub: hub, name: "\(type)", number: contents.unobserved.count, backtrace: addresses)
            contents.unobserved[key, default: first].count += 1
        }
    }

    // MARK: Diagnostics

    static func keep(_ diagnostic: Diagnostic) {
        contents.withLock { contents in
            contents.diagnostics.append(diagnostic)
            if contents.diagnostics.count > diagnosticLimit { _ = contents.diagnostics.popFirst() }
        }
    }

    // MARK: Looking

    /// A copy of everything in the index.
    package struct Copy: Sendable {
        /// The sources, in the order of their numbers.
        package var sources: [IndexedSource]
        package var observers: [ObserverKey: ObserverDetails]
        /// The observers whose object is gone, but whose token isn't.
        package var orphans: [EndedObserver]
        /// The observers whose token has ended, oldest first.
        package var ended: [EndedObserver]
        package var diagnostics: [Diagnostic]
        /// The messages that were posted where nobody had ever observed them.
        package var unobserved: [UnobservedMessage]
    }

    package static func copy() -> Copy {
        let (copy, sources) = contents.withLock { contents in
            var (ended, diagnostics) = (contents.ended, contents.diagnostics)
            let copy = Copy(
                sources: [], observers: contents.observers, orphans: Array(contents.orphans.values), ended: ended.pop(.max),
                diagnostics: diagnostics.pop(.max), unobserved: Array(contents.unobserved.values))
            return (copy, contents.sources)
        }
        var result = copy
        result.sources = sources.values.sorted { $0.number < $1.number }
        result.orphans.sort { ($0.source, $0.key.id) < ($1.source, $1.key.id) }
        result.unobserved.sort { $0.number < $1.number }
        return result
    }
}
