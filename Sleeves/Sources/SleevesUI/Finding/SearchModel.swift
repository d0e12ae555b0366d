import Heed
import SleevesLibrary

/// What is looked for, and what was found. To set the one leads to the other.
///
/// Of what is typed while a search is under way, only the last is looked for; so an answer never follows a newer one.
@MainActor
@KeyValueObservable
final class SearchModel {
    /// What is looked for.
    var query: AlbumQuery
    /// What was found last.
    private(set) var found: FoundAlbums? = nil
    /// What kept it from finding.
    private(set) var problem: PersistencyError? = nil

    private let searcher: AlbumSearcher
    @NotObserved private var receptionist: Receptionist?

    init(_ library: LibraryAPI, query: AlbumQuery) {
        self.query = query
        searcher = AlbumSearcher(library: library)
        receptionist = Receptionist(for: .values(of: self, \.query), on: .mainActor, delivering: .latest) { [weak self] query in
            await self?.find(query)
        }
    }

    private func find(_ query: AlbumQuery) async {
        do {
            found = try await searcher.find(query)
        } catch {
            problem = error
        }
    }

    /// Where letters lead that were typed in the strip.
    ///
    /// - Returns: `nil` where no artist begins so, or that cannot be found out.
    func index(of jump: ArtistJump) async -> Int? {
        do {
            return try await searcher.index(of: jump)
        } catch {
            problem = error
            return nil
        }
    }
}

/// Looks for albums, off the main thread.
private actor AlbumSearcher {
    private let library: LibraryAPI

    init(library: LibraryAPI) {
        self.library = library
    }

    func find(_ query: AlbumQuery) throws(PersistencyError) -> FoundAlbums {
        let albums = try library.albumList(search: query.isSearch ? query.search : nil, sort: query.sort)
        let total = query.isSearch ? try library.albumList(sort: query.sort).count : albums.count
        return FoundAlbums(query: query, albums: albums, total: total)
    }

    func index(of jump: ArtistJump) throws(PersistencyError) -> Int? {
        let typed = jump.typed
        if let index = try next(typed.letters, jump, staying: typed.staysAtPresent) { return index }
        guard let repeated = typed.repeated else { return nil }
        return try next(repeated, jump, staying: false)
    }

    private func next(_ letters: String, _ jump: ArtistJump, staying: Bool) throws(PersistencyError) -> Int? {
        try library.index(ofArtistBeginningWith: letters, from: jump.index, in: jump.albums, staying: staying)
    }
}
