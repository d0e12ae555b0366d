internal import Synchronization

/// The album objects that are in use: one per album, by identifier.
///
/// - `state` is protected by its lock. Objects are held weakly, except those of the most recently read pages.
/// - Objects are updated outside the lock, because an update calls their observers.
final class AlbumObjects: Sendable {
    private struct WeakAlbum {
        weak var album: Album?
    }

    /// A part of a list that is read at once.
    private struct Page {
        let list: UInt64
        let number: Int
        let albums: [Album?]
    }

    private struct State {
        var objects: [AlbumID: WeakAlbum] = [:]
        /// The number of objects above which released ones are removed.
        var limit = 512
        /// The cached pages, the most recently used last.
        var pages: [Page] = []
    }

    /// The number of albums read at once.
    static let pageSize = 64
    private static let pageLimit = 8

    private let state = Mutex(State())

    /// The object of an album, if it is in use.
    subscript(id: AlbumID) -> Album? {
        state.withLock { $0.objects[id]?.album }
    }

    /// The objects in use.
    var living: [Album] {
        state.withLock { $0.objects.values.compactMap(\.album) }
    }

    /// Returns the objects of these albums, after updating them from their rows, and from the signs of those that have copies.
    func objects(for rows: [AlbumRecord], signs: [AlbumID: AlbumSigns]) -> [Album] {
        let objects = state.withLock { state in
            let objects = rows.map { row in
                if let known = state.objects[row.id]?.album { return known }
                let created = Album(row, signs: signs[row.id] ?? AlbumSigns())
                state.objects[row.id] = WeakAlbum(album: created)
                return created
            }
            Self.clearAway(&state)
            return objects
        }
        for (object, row) in zip(objects, rows) { object.update(from: row, signs: signs[row.id] ?? AlbumSigns()) }
        return objects
    }

    /// Returns the albums of a cached page; `nil` if the page must be read.
    func page(_ number: Int, of list: AlbumList) -> [Album?]? {
        state.withLock { state in
            guard let index = state.pages.firstIndex(where: { $0.list == list.serial && $0.number == number }) else { return nil }
            let page = state.pages.remove(at: index)
            state.pages.append(page)
            return page.albums
        }
    }

    /// Caches a page and evicts the least recently used one.
    func keep(_ albums: [Album?], asPage number: Int, of list: AlbumList) {
        // Evicted objects are released outside the lock.
        let gone = state.withLock { state in
            let gone = state.pages.count >= Self.pageLimit ? state.pages.removeFirst() : nil
            state.pages.append(Page(list: list.serial, number: number, albums: albums))
            return gone
        }
        withExtendedLifetime(gone) {}
    }

    private static func clearAway(_ state: inout State) {
        guard state.objects.count > state.limit else { return }
        state.objects = state.objects.filter { $0.value.album != nil }
        state.limit = max(512, state.objects.count * 2)
    }
}
