internal import Synchronization

/// Decoded covers in memory, at most so many bytes of them; what was used longest ago goes first.
///
/// The cache can be small: the disk returns a thumbnail within a millisecond or two.
final class CoverCache: Sendable {
    // state: protected by the mutex; nothing is called while it is locked.

    private let state = Mutex(State())
    /// In bytes.
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

    /// How many bytes the pictures take, with what keeping them costs.
    var byteCount: Int { state.withLock { $0.byteCount } }

    /// The picture, which from now on is the one used last.
    func image(for key: Key) -> CoverImage? {
        state.withLock { $0.use(key) }
    }

    /// Keeps a picture, and drops others to make room. One that is larger than the limit is not kept.
    func insert(_ image: CoverImage, for key: Key) {
        // The pictures that go are freed here, after the lock.
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
    /// A chain of entries from the one used last to the one used longest ago. Every step takes the same time, however many there are.
    private struct State {
        struct Entry {
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

        /// Puts an entry at the new end of the chain.
        private mutating func link(_ key: Key, _ image: CoverImage) {
            if let newest { entries[newest]?.newer = key } else { oldest = key }
            entries[key] = Entry(image: image, newer: nil, older: newest)
            newest = key
        }

        /// Closes the chain over an entry.
        private mutating func unlink(_ key: Key, _ entry: Entry) {
            if let newer = entry.newer { entries[newer]?.older = entry.older } else { newest = entry.older }
            if let older = entry.older { entries[older]?.newer = entry.newer } else { oldest = entry.newer }
        }
    }
}
