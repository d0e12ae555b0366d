internal import SleevesModel
internal import Synchronization

/// A memory cache of decoded covers with a limit in bytes, which evicts the least recently used first.
///
/// The cache can be small: the disk returns a thumbnail within a millisecond or two.
final class CoverCache: Sendable {
    // state: protected by the mutex; nothing is called while it is locked.

    private let state = Mutex(State())
    /// The limit, in bytes.
    let limit: Int

    /// A cover in one of its sizes.
    struct Key: Hashable {
        let digest: CoverDigest
        let size: CoverSize
    }

    /// - Precondition: The limit is not negative.
    init(limit: Int) {
        precondition(limit >= 0, "give a limit of zero or more bytes")
        self.limit = limit
    }

    /// The number of bytes of the pictures, including overhead.
    var byteCount: Int { state.withLock { $0.byteCount } }

    /// Returns the picture and marks it as the most recently used.
    func image(for key: Key) -> CoverImage? {
        state.withLock { $0.use(key) }
    }

    /// Caches a picture, evicting others to make room. A picture larger than the limit isn't cached, and neither is one of the largest
    /// size: it would take the room of dozens that are in view.
    func insert(_ image: CoverImage, for key: Key) {
        guard key.size != .large else { return }
        // Evicted pictures are freed here, outside the lock.
        let evicted = state.withLock { $0.insert(image, for: key, limit: limit) }
        withExtendedLifetime(evicted) {}
    }

    func remove(_ key: Key) {
        let removed = state.withLock { $0.remove(key) }
        withExtendedLifetime(removed) {}
    }

    func removeAll() {
        let removed = state.withLock { state in
            defer { state = State() }
            return state
        }
        withExtendedLifetime(removed) {}
    }
}

extension CoverCache {
    /// A linked list of entries from the most to the least recently used. Every operation takes constant time.
    private struct State {
        package struct Entry {
            var image: CoverImage
            var newer: Key?
            var older: Key?
        }

        var entries: [Key: Entry] = [:]
        var newest: Key?
        var oldest: Key?
        var byteCount = 0

        static func cost(of image: CoverImage) -> Int {
            image.pixels.count + 512
        }

        mutating func use(_ key: Key) -> CoverImage? {
            guard let entry = entries[key] else { return nil }
            if newest != key {
                unlink(key, entry)
                link(key, entry.image)
            }
            return entry.image
        }

        mutating func insert(_ image: CoverImage, for key: Key, limit: Int) -> [CoverImage] {
            var evicted: [CoverImage] = []
            if let replaced = remove(key) { evicted.append(replaced) }
            guard Self.cost(of: image) <= limit else { return evicted }
            while byteCount + Self.cost(of: image) > limit, let oldest, let image = remove(oldest) { evicted.append(image) }
            byteCount += Self.cost(of: image)
            link(key, image)
            return evicted
        }

        mutating func remove(_ key: Key) -> CoverImage? {
            guard let entry = entries.removeValue(forKey: key) else { return nil }
            unlink(key, entry)
            byteCount -= Self.cost(of: entry.image)
            return entry.image
        }

        /// Inserts an entry as the most recently used.
        private mutating func link(_ key: Key, _ image: CoverImage) {
            if let newest { entries[newest]?.newer = key } else { oldest = key }
            entries[key] = Entry(image: image, newer: nil, older: newest)
            newest = key
        }

        /// Removes an entry from the list.
        private mutating func unlink(_ key: Key, _ entry: Entry) {
            if let newer = entry.newer { entries[newer]?.older = entry.older } else { newest = entry.older }
            if let older = entry.older { entries[older]?.newer = entry.newer } else { oldest = entry.newer }
        }
    }
}
