import Heed
import SleevesLibrary

/// What is looked for and what was found: the window sets the one and observes the other, the seeker the other way round.
@KeyValueObservable
final class FindingDesk: Sendable {
    var query: AlbumQuery
    var found: FoundAlbums? = nil
    var jump: ArtistJump? = nil
    var landing: ArtistLanding? = nil
    /// What kept the seeker from finding.
    var problem: PersistencyError? = nil

    init(query: AlbumQuery) {
        self.query = query
    }
}

/// Looks for albums, off the main thread.
///
/// Two receptionists bring what is wanted, the latest only: what was typed while it looked is passed over but for the last. It does one
/// thing after another, so a late answer never follows a newer one.
actor AlbumSeeker {
    private let library: LibraryAPI
    private let desk: FindingDesk

    init(library: LibraryAPI, desk: FindingDesk) {
        self.library = library
        self.desk = desk
    }

    /// Begins, with what is wanted already.
    nonisolated func start() -> [Receptionist] {
        [
            Receptionist(for: .values(of: desk, \.query), on: .actor(self), delivering: .latest) { seeker, query in seeker.find(query) },
            Receptionist(for: .values(of: desk, \.jump), on: .actor(self), delivering: .latest) { seeker, jump in
                if let jump { seeker.follow(jump) }
            },
        ]
    }

    private func find(_ query: AlbumQuery) {
        do {
            let albums = try library.albumList(search: query.isSearch ? query.search : nil, sort: query.sort)
            let total = query.isSearch ? try library.albumList(sort: query.sort).count : albums.count
            desk.found = FoundAlbums(query: query, albums: albums, total: total)
        } catch {
            desk.problem = error
        }
    }

    private func follow(_ jump: ArtistJump) {
        do {
            let typed = jump.typed
            var index = try next(typed.letters, jump, staying: typed.staysAtPresent)
            if index == nil, let repeated = typed.repeated { index = try next(repeated, jump, staying: false) }
            desk.landing = ArtistLanding(jump: jump, index: index)
        } catch {
            desk.problem = error
        }
    }

    private func next(_ letters: String, _ jump: ArtistJump, staying: Bool) throws(PersistencyError) -> Int? {
        try library.index(ofArtistBeginningWith: letters, from: jump.index, in: jump.albums, staying: staying)
    }
}
