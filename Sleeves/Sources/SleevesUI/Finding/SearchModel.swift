import Heed
import SleevesLibrary

/// A query and its result. Setting the query starts a search.
///
/// While a search runs, only the newest query is kept for the next search. So a result never follows a newer one.
@MainActor
@KeyValueObservable
final class SearchModel {
    /// The query.
    var query: AlbumQuery
    /// The last result.
    private(set) var found: FoundAlbums? = nil
    /// The error of the last search.
    private(set) var problem: PersistencyError? = nil

    private let searcher: AlbumSearcher
    @NotObserved private var receptionist: Receptionist?

    /// - Parameter status: Says which album is chosen, and where it stood.
    init(_ library: LibraryAPI, status: AppStatus) {
        let state = status.restorable
        query = AlbumQuery(search: state.search, filter: state.filter, order: state.order)
        searcher = AlbumSearcher(library: library)
        // Straight to the searcher. The main thread may be about to draw, and the search would begin after that.
        let queries = ObservationSource.values(of: self, \.query).map { query in
            (query, MainActor.assumeIsolated { status.restorable })
        }
        receptionist = Receptionist(for: queries, on: .actor(searcher), delivering: .latest) { [weak self] searcher, query in
            do throws(PersistencyError) {
                let found = try searcher.find(query.0, query.1)
                await self?.show(found)
            } catch {
                await self?.tell(error)
            }
        }
    }

    private func show(_ found: FoundAlbums) {
        self.found = found
    }

    private func tell(_ problem: PersistencyError) {
        self.problem = problem
    }

    /// Returns the index that letters typed among the albums lead to.
    ///
    /// - Returns: `nil` if no album matches, or the search fails.
    func index(of jump: AlbumJump) async -> Int? {
        do {
            return try await searcher.index(of: jump)
        } catch {
            problem = error
            return nil
        }
    }
}

/// An actor that searches for albums off the main thread.
private actor AlbumSearcher {
    private let library: LibraryAPI

    init(library: LibraryAPI) {
        self.library = library
    }

    /// Also has the albums read that will be seen first.
    func find(_ query: AlbumQuery, _ state: LibraryState) throws(PersistencyError) -> FoundAlbums {
        let albums = try library.albumList(search: query.words, filter: query.filter, order: query.order)
        let wishCount = query.isForWishes || albums.isEmpty ? try library.albumList(filter: AlbumFilter([.wanted])).count : 0
        let total = query.isForWishes ? wishCount : query.isNarrowed ? try library.albumCount() : albums.count
        let index = try state.selectedAlbum.flatMap { (id) throws(PersistencyError) in try library.index(of: id, in: albums) }
        try read(index ?? (query.isNarrowed ? 0 : albums.index(nearest: state.position) ?? 0), of: albums)
        return FoundAlbums(
            query: query, albums: albums, total: total, wishCount: wishCount, chosen: state.selectedAlbum.map { ($0, index) })
    }

    func index(of jump: AlbumJump) throws(PersistencyError) -> Int? {
        let typed = jump.typed
        var index = try next(typed.letters, jump, staying: typed.staysAtPresent)
        if index == nil, let repeated = typed.repeated { index = try next(repeated, jump, staying: false) }
        if let index { try read(index, of: jump.albums) }
        return index
    }

    /// Reads what is shown around a place.
    private func read(_ index: Int, of albums: AlbumList) throws(PersistencyError) {
        try library.readAlbums(index - AlbumLoader.surroundings..<index + AlbumLoader.surroundings, of: albums)
    }

    private func next(_ letters: String, _ jump: AlbumJump, staying: Bool) throws(PersistencyError) -> Int? {
        try library.index(ofTyped: letters, from: jump.index, in: jump.albums, order: jump.order, staying: staying)
    }
}
