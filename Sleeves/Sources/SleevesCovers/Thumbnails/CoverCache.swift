internal import SleevesModel
internal import Synchronization

/// A memory cache of decoded covers with a limit in bytes, which evicts the least recently used first.
///
/// The cache can be small: the disk returns a thumbnail within a millisecond or two.
final class CoverCache: Sendable {
    private struct Entry {
        let image: CoverImage
        var lastUse: UInt64
    }

    private struct State {
        var entries: [Key: Entry] = [:]
        var useCount: UInt64 = 0
        var byteCount = 0

        mutating func remove(_ key: Key) -> CoverImage? {
            let removed = entries.removeValue(forKey: key)?.image
            byteCount -= removed.map(CoverCache.cost) ?? 0
            return removed
        }
    }

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
        state.withLock { state in
            state.useCount += 1
            state.entries[key]?.lastUse = state.useCount
            return state.entries[key]?.image
        }
    }

    /// Caches a picture, evicting others to make room. A picture larger than the limit isn't cached, and neither is one of the larger
    /// sizes: it would take the room of dozens that are in view.
    ///
    /// - Complexity: O(*n*) in the number of pictures for each that is evicted. The cache holds a few hundred of the usual size.
    func insert(_ image: CoverImage, for key: Key) {
        guard key.size <= .double else { return }
        // Evicted pictures are freed here, outside the lock.
        let evicted = state.withLock { state in
            var evicted = [state.remove(key)]
            let cost = Self.cost(of: image)
            guard cost <= limit else { return evicted }
            while state.byteCount > limit - cost, let oldest = state.entries.min(by: { $0.value.lastUse < $1.value.lastUse })?.key {
                evicted.append(state.remove(oldest))
            }
            state.useCount += 1
            state.byteCount += cost
            state.entries[key] = Entry(image: image, lastUse: state.useCount)
            return evicted
        }
        withExtendedLifetime(evicted) {}
    }

    func remove(_ key: Key) {
        let removed = state.withLock { $0.remove(key) }
        withExtendedLifetime(removed) {}
    }

    private static func cost(of image: CoverImage) -> Int {
        image.pixels.count + 512
    }
}
