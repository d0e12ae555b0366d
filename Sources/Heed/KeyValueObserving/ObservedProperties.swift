import Synchronization

/// The observers of one object, by property.
///
/// State and its protection: `table`, `tracked` and the words of the tables are atomic; `contents` is protected by its lock;
/// `manuallyNotified` protects itself. A registry stays until the object is deallocated.
final class ObservedProperties: Sendable {
    /// The registries of stored properties, by number, each as an address; the first word holds their count.
    private let table = Atomic<UInt>(0)
    private let contents = Lock(Contents())

    // SAFETY of sending it into the lock: tables are words that only `registry(for:name:)` writes, under the lock.
    private struct Contents: @unchecked Sendable {
        var registries: [PropertyRegistry] = []
        /// The current table and its predecessors, in which some thread may still be looking something up.
        var tables: [UnsafeMutablePointer<Atomic<UInt>>] = []
    }

    /// The observers of key paths that are notified manually and not stored.
    private let manuallyNotified = PathTable<PropertyRegistry>()

    /// The properties as Observation tracks them, as the address of a `TrackedProperties` once any was read. It is set once.
    private let tracked = Atomic<UInt>(0)

    deinit {
        trackedIfPresent?.release()
        for table in contents.withLock({ $0.tables }) { table.deallocate() }
    }

    /// - Complexity: O(1), without a lock.
    @inline(__always)
    func referenceIfPresent(for index: Int) -> Unmanaged<PropertyRegistry>? {
        guard let table = UnsafeMutablePointer<Atomic<UInt>>(bitPattern: table.load(ordering: .acquiring)),
            index < Int(bitPattern: table.pointee.load(ordering: .relaxed)),
            let address = UnsafeRawPointer(bitPattern: (table + 1 + index).pointee.load(ordering: .acquiring))
        else { return nil }
        // SAFETY: `contents` keeps everything in the table until the object is deallocated.
        return Unmanaged.fromOpaque(address)
    }

    func registryIfPresent(for index: Int) -> PropertyRegistry? {
        referenceIfPresent(for: index)?.takeUnretainedValue()
    }

    func registry(for index: Int, isShared: Bool, name: () -> String) -> PropertyRegistry {
        if let present = registryIfPresent(for: index) { return present }
        // Made outside the lock, because naming it runs the program's code.
        let created = PropertyRegistry(name: name(), isShared: isShared)
        return contents.withLock { contents in
            if let present = registryIfPresent(for: index) { return present }
            contents.registries.append(created)
            let address = UInt(bitPattern: Unmanaged.passUnretained(created).toOpaque())
            let present = contents.tables.last
            let count = present.map { Int(bitPattern: $0.pointee.load(ordering: .relaxed)) } ?? 0
            if let present, index < count {
                (present + 1 + index).pointee.store(address, ordering: .releasing)
                return created
            }
            let larger = UnsafeMutablePointer<Atomic<UInt>>.allocate(capacity: index + 2)
            larger.initialize(to: Atomic(UInt(index + 1)))
            for place in 0...index {
                let word = place < count ? (present! + 1 + place).pointee.load(ordering: .relaxed) : 0
                (larger + 1 + place).initialize(to: Atomic(place == index ? address : word))
            }
            contents.tables.append(larger)
            table.store(UInt(bitPattern: larger), ordering: .releasing)
            return created
        }
    }

    func registryIfPresent(for path: AnyKeyPath) -> PropertyRegistry? {
        manuallyNotified.value(for: path)
    }

    func registry(for path: AnyKeyPath, name: () -> String) -> PropertyRegistry {
        if let present = registryIfPresent(for: path) { return present }
        // Manual calls may come from any thread where the object can be used.
        return manuallyNotified.add(PropertyRegistry(name: name(), isShared: true), for: path)
    }

    /// The properties as Observation tracks them, if any was ever read.
    var trackedIfPresent: Unmanaged<TrackedProperties>? {
        // SAFETY: a nonzero value is a reference that is retained as long as this object lives.
        UnsafeRawPointer(bitPattern: tracked.load(ordering: .acquiring)).map { Unmanaged.fromOpaque($0) }
    }

    /// Returns the properties as Observation tracks them, created on first use.
    func makeTracked() -> TrackedProperties {
        let created = Unmanaged.passRetained(TrackedProperties())
        let (exchanged, _) = tracked.compareExchange(
            expected: 0, desired: UInt(bitPattern: created.toOpaque()), ordering: .acquiringAndReleasing)
        // Another thread may have been faster.
        if !exchanged { created.release() }
        return trackedIfPresent!.takeUnretainedValue()
    }

    var allRegistries: [PropertyRegistry] {
        contents.withLock { $0.registries } + manuallyNotified.values
    }

    /// Ends all registries, because the object is being deallocated.
    func end() {
        for registry in contents.withLock({ $0.registries }) {
            registry.end()
        }
        for registry in manuallyNotified.values {
            registry.end()
        }
    }
}
