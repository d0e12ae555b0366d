internal import CHeedThreads
import Synchronization

/// A hub's channels by type of message.
///
/// It is a hash table with open addressing, keyed by the address of the type's metadata. Posting looks up a channel without a lock: entries
/// are only ever added, and an outgrown table stays, for threads that may be reading it, until the hub is deallocated.
///
/// State and its protection:
/// - `current` and the words of the tables are atomic: the number of places minus one, and then for each place the type and the channel. A
///   channel is written before its type.
/// - `tables` and `count`, by `lock`, which threads that add channels hold.
@usableFromInline
struct HubChannels: ~Copyable, @unchecked Sendable {
    // SAFETY: see above. A channel found under a type was stored as the channel of this type, and the table keeps it.

    @usableFromInline let current: Atomic<UInt>
    /// The process's flag of recordings, for posts that find no channel: one load is less than a call.
    @usableFromInline let recording: UnsafePointer<Atomic<UInt8>>
    private let lock: Lock<Contents>

    // SAFETY of sending it into the lock: as above.
    private struct Contents: @unchecked Sendable {
        var tables: [UnsafeMutablePointer<Atomic<UInt>>] = []
        var channels: [AnyObserverRegistry] = []
    }

    init() {
        let first = Self.makeTable(places: 8)
        current = Atomic(UInt(bitPattern: first))
        recording = UnsafeRawPointer(heed_recording_flag()).assumingMemoryBound(to: Atomic<UInt8>.self)
        var contents = Contents()
        contents.tables = [first]
        lock = Lock(contents)
    }

    deinit {
        for table in lock.withLock({ $0.tables }) { table.deallocate() }
    }

    private static func makeTable(places: Int) -> UnsafeMutablePointer<Atomic<UInt>> {
        let table = UnsafeMutablePointer<Atomic<UInt>>.allocate(capacity: 1 + 2 * places)
        table.initialize(to: Atomic(UInt(places - 1)))
        for word in 1...2 * places { (table + word).initialize(to: Atomic(0)) }
        return table
    }

    /// Returns the place at which to start searching. The addresses of metadata are aligned.
    @inlinable
    @inline(__always)
    static func place(of type: UInt, mask: UInt) -> UInt {
        (type >> 4 ^ type >> 10) & mask
    }

    /// Returns the channel of a type, if there is one.
    @inlinable
    @inline(__always)
    borrowing func find(_ type: UInt) -> UnsafeRawPointer? {
        let table = UnsafeMutablePointer<Atomic<UInt>>(bitPattern: current.load(ordering: .acquiring)).unsafelyUnwrapped
        let mask = table.pointee.load(ordering: .relaxed)
        var place = Self.place(of: type, mask: mask)
        while true {
            // Without checks for overflow: places are below the table's size.
            let entry = table + (1 &+ Int(bitPattern: place) &* 2)
            let found = entry.pointee.load(ordering: .acquiring)
            if found == type { return UnsafeRawPointer(bitPattern: (entry + 1).pointee.load(ordering: .relaxed)) }
            if found == 0 { return nil }
            place = (place &+ 1) & mask
        }
    }

    /// Notes, for a recording, that a message was posted whose type has no channel: nobody has ever observed it.
    ///
    /// Static, because a method would take one more register in each post.
    @usableFromInline
    @inline(never)
    static func miss(_ type: Any.Type, in hub: NotificationHub) {
        if heed_is_recording() { ObservationIndex.posted(type, in: hub) }
    }

    /// Whether a recording is running or has been, so that a post without a channel may have to be noted.
    @inlinable
    var hasRecorded: Bool {
        @inline(__always) borrowing get { recording.pointee.load(ordering: .relaxed) != 0 }
    }

    /// Adds the channel of a type, unless there is one.
    ///
    /// - Returns: The channel that is there now.
    func add(_ created: AnyObserverRegistry, under type: UInt) -> UnsafeRawPointer {
        let address = UInt(bitPattern: Unmanaged.passUnretained(created).toOpaque())
        let channel: UInt = lock.withLock { contents in
            // Another thread may have been faster.
            if let present = find(type) { return UInt(bitPattern: present) }
            let table = contents.tables[contents.tables.count - 1]
            let places = Int(table.pointee.load(ordering: .relaxed)) + 1
            contents.channels.append(created)
            guard contents.channels.count * 2 > places else {
                Self.put(address, under: type, into: table)
                return address
            }
            let larger = Self.makeTable(places: places * 2)
            for word in stride(from: 1, to: 2 * places, by: 2) {
                let present = (table + word).pointee.load(ordering: .relaxed)
                if present != 0 { Self.put((table + word + 1).pointee.load(ordering: .relaxed), under: present, into: larger) }
            }
            Self.put(address, under: type, into: larger)
            contents.tables.append(larger)
            current.store(UInt(bitPattern: larger), ordering: .releasing)
            return address
        }
        return UnsafeRawPointer(bitPattern: channel).unsafelyUnwrapped
    }

    private static func put(_ channel: UInt, under type: UInt, into table: UnsafeMutablePointer<Atomic<UInt>>) {
        let mask = table.pointee.load(ordering: .relaxed)
        var place = place(of: type, mask: mask)
        while (table + 1 + Int(place) * 2).pointee.load(ordering: .relaxed) != 0 { place = (place + 1) & mask }
        let entry = table + 1 + Int(place) * 2
        (entry + 1).pointee.store(channel, ordering: .relaxed)
        entry.pointee.store(type, ordering: .releasing)
    }

    /// All channels, in the order of their creation.
    var all: [AnyObserverRegistry] { lock.withLock { $0.channels } }
}
