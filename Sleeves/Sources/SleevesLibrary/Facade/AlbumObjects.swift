internal import Synchronization

/// The album objects that somebody holds: one for each album, found again by its identifier.
///
/// - `state` is protected by its lock. Objects are held weakly, but for those of the pages that were read last.
/// - An object is updated outside the lock, because that calls its observers.
final class AlbumObjects: Sendable {
    private struct WeakAlbum {
        weak var album: Album?
    }

    /// A part of a list that was read at once.
    private struct Page {
        let list: UInt64
        let number: Int
        let albums: [Album?]
    }

    private struct State {
        var objects: [AlbumID: WeakAlbum] = [:]
        /// How many objects there may be before the dead ones are cleared away.
        var limit = 512
        /// The newest comes last.
        var pages: [Page] = []
    }

    /// How many albums are read at once.
    static let pageSize = 64
    private static let pageLimit = 8

    private let state = Mutex(State())

    /// The object of an album, if somebody holds it.
    subscript(id: AlbumID) -> Album? {
        state.withLock { $0.objects[id]?.album }
    }

    /// The objects that somebody holds.
    var living: [Album] {
        state.withLock { $0.objects.values.compactMap(\.album) }
    }

    /// The objects of these albums, which say what their rows say afterwards.
    func objects(for rows: [AlbumRecord]) -> [Album] {
        let objects = state.withLock { state in
            let objects = rows.map { row in
                if let known = state.objects[row.id]?.album { return known }
                let created = Album(row)
                state.objects[row.id] = WeakAlbum(album: created)
                return created
            }
            Self.clearAway(&state)
            return objects
        }
        for (object, row) in zip(objects, rows) { object.update(from: row) }
        return objects
    }

    /// The albums of a page that was read lately; `nil` if it has to be read.
    func page(_ number: Int, of list: AlbumList) -> [Album?]? {
        state.withLock { state in
            guard let index = state.pages.firstIndex(where: { $0.list == list.serial && $0.number == number }) else { return nil }
            let page = state.pages.remove(at: index)
            state.pages.append(page)
            return page.albums
        }
    }

    /// Keeps a page that was read just now, instead of the one that was looked at the longest ago.
    func keep(_ albums: [Album?], asPage number: Int, of list: AlbumList) {
        // What goes is let go outside the lock.
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
