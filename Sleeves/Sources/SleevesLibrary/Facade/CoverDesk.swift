/// Which covers are wanted, which are on their way, and who goes next.
///
/// The newest request goes first, since it is what the person looks at now. A cover that everybody dismissed while it waited is not
/// fetched at all. However many views want a cover, it is fetched once.
struct CoverDesk {
    private var wanted: [AlbumID: Int] = [:]
    private var waiting: [AlbumID] = []
    private var running: Set<AlbumID> = []
    private let limit: Int

    /// - Parameter limit: How many covers may be on their way at once.
    init(limit: Int) {
        self.limit = limit
    }

    /// One more view wants a cover.
    ///
    /// - Parameter isHere: Whether the cover is in memory, so that it only has to stay there.
    mutating func request(_ album: AlbumID, isHere: Bool = false) {
        wanted[album, default: 0] += 1
        guard !isHere, !running.contains(album) else { return }
        waiting.removeAll { $0 == album }
        waiting.append(album)
    }

    /// A cover that a view wants has been put away by mistake: it is fetched once more.
    mutating func requestAgain(_ album: AlbumID) {
        guard isWanted(album), !running.contains(album), !waiting.contains(album) else { return }
        waiting.append(album)
    }

    /// One view less wants a cover.
    ///
    /// - Returns: Whether nobody wants it now.
    mutating func dismiss(_ album: AlbumID) -> Bool {
        guard let count = wanted[album] else { return false }
        guard count == 1 else {
            wanted[album] = count - 1
            return false
        }
        wanted[album] = nil
        waiting.removeAll { $0 == album }
        return true
    }

    /// Whether any view wants a cover.
    func isWanted(_ album: AlbumID) -> Bool {
        wanted[album] != nil
    }

    /// The cover to fetch next, if one more may be on its way.
    mutating func takeNext() -> AlbumID? {
        guard running.count < limit, let next = waiting.popLast() else { return nil }
        running.insert(next)
        return next
    }

    /// A cover has arrived, or will not.
    ///
    /// - Returns: Whether anybody still wants it.
    mutating func finish(_ album: AlbumID) -> Bool {
        running.remove(album)
        return isWanted(album)
    }
}
