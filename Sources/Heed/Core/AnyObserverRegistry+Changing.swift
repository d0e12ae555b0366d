internal import CHeedThreads

extension AnyObserverRegistry {
    /// Adds an observer at its position in the order.
    ///
    /// - Parameters:
    ///   - entry: The observer. The registry takes ownership of it.
    ///   - rank: The observer's number, if it uses the same one in several registries.
    /// - Returns: The observer's number, or `nil` if the registry has ended and the observer will never receive an event.
    /// - Complexity: Amortized O(1) for a new observer; O(n) for one that is older than some of those already here.
    final func add(_ entry: ObserverEntry, rank: UInt64? = nil) -> UInt64? {
        var former: ObserverTable?
        let id: UInt64 = lock.withLock { contents in
            if contents.hasEnded { return 0 }
            let id = rank ?? contents.newestID + 1
            count.store(count.load(ordering: .relaxed) + 1, ordering: .releasing)
            if id > contents.newestID {
                contents.newestID = id
                contents.table.append(id, entry)
                if head.load(ordering: .relaxed) == 0 { publish(contents.table) }
                newest.store(ObserverState.active(id), ordering: .releasing)
            } else {
                let replaced = rebuild(&contents, inserting: (id, entry))
                publish(contents.table)
                former = retire(replaced, &contents)
            }
            return id
        }
        former?.deallocate()
        guard id != 0 else {
            entry.release()
            return nil
        }
        if heed_is_indexing() { ObservationIndex.added(id, to: self, place: entry.place) }
        return id
    }

    /// Adds an observer, with the callbacks to run when its registration ends.
    final func add(_ entry: ObserverEntry, rank: UInt64? = nil, callbacks: RegistrationCallbacks?) -> UInt64? {
        let id = add(entry, rank: rank)
        // No other code knows the number yet, so only the registry itself could have ended meanwhile. It hasn't: the caller is using it.
        if let id, let callbacks { lock.withLock { $0.callbacks[id] = callbacks } }
        return id
    }

    /// Removes an observer. Does nothing if it isn't registered.
    ///
    /// - Complexity: Amortized O(log n), and O(1) for the newest.
    final func cancel(_ id: UInt64) {
        remove(id)?.finish()
    }

    /// Removes an observer. Releasing its handler runs the program's own code, so this leaves that to `finish()`, which the caller calls
    /// after it has released all locks.
    ///
    /// - Returns: `nil` if the observer isn't registered.
    final func remove(_ id: UInt64) -> Removal? {
        lock.withLock { contents in
            guard let slot = contents.table.slot(of: id), slot.pointee.deactivate() else { return nil }
            count.store(count.load(ordering: .relaxed) - 1, ordering: .releasing)
            contents.inactiveCount += 1
            let entry = slot.pointee.entry
            let record = heed_is_indexing() ? RemovalRecord(id: id, place: entry.place, registry: self) : nil
            didRemove(condition: entry.condition)
            let callbacks = contents.callbacks.isEmpty ? nil : contents.callbacks.removeValue(forKey: id)
            guard isPinned else { return Removal(entry, Leftovers.of(clear(&contents), callbacks, record)) }
            for table in contents.formerTables { _ = table.slot(of: id)?.pointee.deactivate() }
            contents.removed.append(entry)
            // Announced before the second look: a delivery that the look finds sees the announcement when it ends.
            waste.store(1, ordering: .sequentiallyConsistent)
            return Removal(ObserverEntry(), Leftovers.of(isPinned ? nil : clear(&contents), callbacks, record))
        }
    }

    /// Removes all observers, and rejects new ones.
    final func letEverybodyGo() {
        let (dropped, callbacks, orphans) = lock.withLock { contents -> (Dropped?, [RegistrationCallbacks], [RemovalRecord]) in
            var orphans: [RemovalRecord] = []
            contents.hasEnded = true
            contents.table.forEach { slot in
                if slot.pointee.deactivate() {
                    let entry = slot.pointee.entry
                    contents.removed.append(entry)
                    if heed_is_indexing() { orphans.append(RemovalRecord(id: slot.pointee.id, place: entry.place, registry: self)) }
                }
            }
            for table in contents.formerTables { table.forEach { _ = $0.pointee.deactivate() } }
            count.store(0, ordering: .releasing)
            let callbacks = contents.callbacks.sorted { $0.key < $1.key }.map(\.value)
            contents.callbacks = [:]
            waste.store(1, ordering: .sequentiallyConsistent)
            return (isPinned ? nil : clear(&contents), callbacks, orphans)
        }
        for orphan in orphans { ObservationIndex.orphaned(orphan.id, of: self, place: orphan.place) }
        dropped?.letGo()
        for registration in callbacks { registration.ended() }
    }

    /// The work that remains after an observer is removed. Finish it exactly once.
    struct Removal {
        private let entry: ObserverEntry
        // Without a counted reference, the common case needs no code for copying and destroying one.
        private let leftovers: Unmanaged<Leftovers>?

        fileprivate init(_ entry: ObserverEntry, _ leftovers: Leftovers?) {
            self.entry = entry
            self.leftovers = leftovers.map { .passRetained($0) }
        }

        func finish() {
            let leftovers = leftovers?.takeRetainedValue()
            leftovers?.note()
            entry.release()
            leftovers?.finish()
        }
    }

    /// The facts about a removed observer that the ``ObservationIndex`` takes. It releases key paths, so it takes them outside all locks.
    fileprivate struct RemovalRecord: Sendable {
        let id: UInt64
        let place: UInt64
        let registry: AnyObserverRegistry
    }

    /// The rarely needed part of that work, kept apart so that the common part stays small.
    fileprivate final class Leftovers {
        private let dropped: Dropped?
        private let callbacks: RegistrationCallbacks?
        private let record: RemovalRecord?

        private init(_ dropped: Dropped?, _ callbacks: RegistrationCallbacks?, _ record: RemovalRecord?) {
            self.dropped = dropped
            self.callbacks = callbacks
            self.record = record
        }

        static func of(_ dropped: Dropped?, _ callbacks: RegistrationCallbacks?, _ record: RemovalRecord?) -> Leftovers? {
            dropped == nil && callbacks == nil && record == nil ? nil : Leftovers(dropped, callbacks, record)
        }

        func note() {
            if let record { ObservationIndex.removed(record.id, from: record.registry, place: record.place) }
        }

        func finish() {
            dropped?.letGo()
            callbacks?.cancelled()
        }
    }
}

// MARK: Reclaiming

extension AnyObserverRegistry {
    /// Memory and handlers that no thread can be using any more.
    struct Dropped {
        var entries: [ObserverEntry] = []
        var tables: [ObserverTable] = []

        func letGo() {
            for table in tables { table.deallocate() }
            for entry in entries { entry.release() }
        }
    }

    /// Takes everything that waited for deliveries to end. Called under the lock, when no delivery is in flight.
    private func clear(_ contents: inout Contents) -> Dropped? {
        while let last = contents.table.lastSlot, !last.pointee.isActive {
            contents.table.removeLast()
            contents.inactiveCount -= 1
        }
        let isSparse = contents.inactiveCount > 32 && contents.inactiveCount > count.load(ordering: .relaxed)
        guard waste.load(ordering: .relaxed) != 0 || isSparse else { return nil }
        var dropped = Dropped(entries: contents.removed, tables: contents.formerTables)
        contents.removed = []
        contents.formerTables = []
        waste.store(0, ordering: .releasing)
        if isSparse {
            let replaced = rebuild(&contents)
            publish(contents.table)
            if let table = retire(replaced, &contents) { dropped.tables.append(table) }
        }
        return dropped
    }

    private func publish(_ table: ObserverTable) {
        head.store(UInt(bitPattern: table.first), ordering: .sequentiallyConsistent)
    }

    /// Builds a new list of the active observers, with one more.
    ///
    /// - Returns: The previous list. The new one owns the contents of its entries.
    private func rebuild(_ contents: inout Contents, inserting newcomer: (id: UInt64, entry: ObserverEntry)? = nil) -> ObserverTable {
        var newcomer = newcomer
        var table = ObserverTable()
        contents.table.forEach { slot in
            let id = slot.pointee.id
            if let next = newcomer, next.id < id {
                table.append(next.id, next.entry)
                newcomer = nil
            }
            if slot.pointee.isActive { table.append(id, slot.pointee.entry) }
        }
        if let next = newcomer { table.append(next.id, next.entry) }
        swap(&table, &contents.table)
        contents.inactiveCount = 0
        return table
    }

    /// Sets a replaced list aside while deliveries may be walking it.
    ///
    /// - Returns: The list, if it can be freed now.
    private func retire(_ table: ObserverTable, _ contents: inout Contents) -> ObserverTable? {
        guard isPinned else { return table }
        contents.formerTables.append(table)
        // Announced first, as for removed observers.
        waste.store(1, ordering: .sequentiallyConsistent)
        return isPinned ? nil : contents.formerTables.removeLast()
    }

    /// Releases what was removed, unless another delivery is in flight, which then does it.
    @inline(never)
    func collect() {
        let dropped = lock.withLock { contents in isPinned ? nil : clear(&contents) }
        dropped?.letGo()
    }
}

extension AnyObserverRegistry: Registrar {
    @usableFromInline
    package final func cancel(_ id: UInt64, isReleased: Bool) {
        if heed_is_indexing() { ObservationIndex.forgetOrphan(id, of: self) }
        cancel(id)
    }
}
