internal import Heed
internal import Localization
internal import SleevesNetworking

/// A record that was to be added.
public struct AddedRecord: Sendable, Hashable {
    /// The album in the library.
    public let album: AlbumRecord
    /// Whether it wasn't in the library before, or was only a wish.
    public let isNew: Bool

    package init(album: AlbumRecord, isNew: Bool) {
        (self.album, self.isNew) = (album, isNew)
    }
}

/// The reasons why records can't be searched for or added.
public enum AddingError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The user hasn't allowed requests.
    case notAllowed
    /// The user doesn't use MusicBrainz.
    case noService
    /// Discogs doesn't know the user's token.
    case tokenRefused
    /// The description lacks a title or an artist.
    case incomplete

    /// The problem and its remedy.
    public var description: String {
        switch self {
        case .notAllowed: localized("Sleeves may not use the network. Allow it in the preferences, or add the record by hand.")
        case .noService: localized("MusicBrainz is switched off. Switch it on in the preferences, or add the record by hand.")
        case .tokenRefused: localized("Discogs refuses the access token. Check it in the preferences.")
        case .incomplete: localized("A record needs a title and an artist. Enter both.")
        }
    }
}

extension LibraryAPI {
    /// Returns the releases that MusicBrainz finds by a barcode, a catalogue number, words, or its own identifier or address, then those of Discogs if
    /// the user has a token for it; none if there is nothing to search for. Requests to each are at least a second apart. A service that doesn't answer
    /// is left out if the other one finds something.
    ///
    /// - Returns: At most 25 releases of each, the likeliest first.
    /// - Throws: ``AddingError``, `HTTPClientError`, or a `CancellationError`.
    @concurrent
    public func releases(matching text: String) async throws -> [FoundRelease] {
        guard let query = ReleaseQuery(text) else { return [] }
        guard coverServices.isAllowed else { throw AddingError.notAllowed }
        let (musicBrainz, discogs) = (covers.musicBrainz, covers.discogs)
        if musicBrainz == nil, discogs == nil { throw AddingError.noService }
        async let first = Self.answer { try await musicBrainz?.releases(query).map(FoundRelease.musicBrainz) ?? [] }
        async let second = Self.answer { try await discogs?.releases(query).map(FoundRelease.discogs) ?? [] }
        let answers = [await first, await second]
        try Task.checkCancellation()
        let found = answers.flatMap { (try? $0.get()) ?? [] }
        if found.isEmpty { for answer in answers { _ = try answer.get() } }
        return found
    }

    private static func answer(_ search: () async throws -> [FoundRelease]) async -> Result<[FoundRelease], any Error> {
        do { return .success(try await search()) } catch { return .failure(error) }
    }

    /// The maximum size of a found release's picture, in bytes.
    private static let pictureLimit = 1 << 20

    /// Returns the front of a found release, in the size of a cell of the wall; `nil` if its service has none, or doesn't answer now.
    public func picture(of release: FoundRelease) async -> CoverImage? {
        let services = coverServices
        guard services.isAllowed else { return nil }
        let place: (address: String, reach: NetworkReach)? =
            switch release {
            case .musicBrainz(let release): services.archive.map { ($0.smallFront(of: release.release), $0.reach) }
            case .discogs(let release): release.album.coverURL.map { ($0, services.reachOfAddresses) }
            }
        guard let place else { return nil }
        return await withTaskExecutorPreference(FileReadingExecutor()) { [client, covers = persistency.covers] in
            guard let bytes = try? await client.fetch(place.address, limit: Self.pictureLimit, reach: place.reach) else { return nil }
            return try? covers.keep(bytes, in: [.standard], showing: .standard).image
        }
    }

    /// Returns whether a text is a barcode, as scanners type it.
    public static func isBarcode(_ text: String) -> Bool {
        ReleaseQuery(text)?.isBarcode == true
    }

    /// Adds a release to the library, with its tracks and the address of its cover if its service tells them now, as one change that can be
    /// undone. Brings it back if the user had removed it. A wish for the release comes true.
    ///
    /// - Parameter isWanted: Whether the user only wishes to have it.
    /// - Throws: ``PersistencyError``, or a `CancellationError`.
    @concurrent
    public func add(_ release: FoundRelease, isWanted: Bool = false) async throws -> AddedRecord {
        if let known = try await known(release.album.id, isWanted: isWanted) { return known }
        var whole = release
        do {
            // One that was asked for by its identifier has its tracks.
            if release.album.tracks.isEmpty, coverServices.isAllowed { whole = try await self.whole(release) ?? release }
        } catch let error as CancellationError {
            throw error
        } catch {
            // The search has told all that a record needs.
        }
        var album = whole.album
        if case .musicBrainz(let found) = whole, found.hasFront, let archive = coverServices.archive {
            album.coverURL = archive.frontCover(of: .release(found.release))
        }
        if isWanted {
            var release = album.release ?? ReleaseRecord()
            release.copies = [CopyRecord(isWanted: true)]
            album.release = release
        }
        return try await add(album)
    }

    /// Returns a release with its tracks. One that was merged with another gets that one's identifier.
    private func whole(_ release: FoundRelease) async throws -> FoundRelease? {
        switch release {
        case .musicBrainz(let release): try await covers.musicBrainz?.release(release.release).map(FoundRelease.musicBrainz)
        case .discogs(let release): try await covers.discogs?.release(release.number).map(FoundRelease.discogs)
        }
    }

    /// Returns an album that the library has, after a wish for it has come true.
    private func known(_ id: AlbumID, isWanted: Bool) async throws -> AddedRecord? {
        guard let known = try persistency.completeAlbum(id) else { return nil }
        guard known.isWanted, !isWanted else { return AddedRecord(album: known.album, isNew: false) }
        return AddedRecord(album: known.album, isNew: try await noteArrival(of: [id]) != nil)
    }

    /// Adds a record to the library as the user describes it, as one change that can be undone. Brings it back if the user had removed it. A wish
    /// for it comes true, unless this is another one.
    ///
    /// - Throws: ``AddingError/incomplete``, or a ``PersistencyError``.
    @concurrent
    public func add(_ record: NewRecord) async throws -> AddedRecord {
        guard let album = record.album else { throw AddingError.incomplete }
        if let known = try await known(album.id, isWanted: record.isWanted) { return known }
        return try await add(album)
    }

    /// Waits for an album's cover as a view does, if there is one to fetch.
    public func seekCover(of id: AlbumID) async {
        _ = await seekCovers(of: [id]) { _ in }
    }

    private func add(_ album: CompleteAlbum) async throws -> AddedRecord {
        let change = try await history.perform { try $0.recordAddition(of: album) }
        guard let saved = try persistency.album(album.id) else { return AddedRecord(album: album.album, isNew: false) }
        return AddedRecord(album: saved, isNew: change != nil)
    }
}
