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
        let sources = covers.access.releaseSources
        if sources.isEmpty { throw AddingError.noService }
        var answers = sources.map { _ in Result<[FoundRelease], any Error>.success([]) }
        await withTaskGroup { group in
            for (index, source) in sources.enumerated() {
                group.addTask { () -> (Int, Result<[FoundRelease], any Error>) in
                    do { return (index, .success(try await source.found(query))) } catch { return (index, .failure(error)) }
                }
            }
            for await (index, answer) in group { answers[index] = answer }
        }
        try Task.checkCancellation()
        let found = answers.flatMap { (try? $0.get()) ?? [] }
        if found.isEmpty { for answer in answers { _ = try answer.get() } }
        return found
    }

    /// The maximum size of a found release's picture, in bytes.
    private static let pictureLimit = 1 << 20

    /// Returns the front of a found release, in the size of a cell of the wall; `nil` if its service has none, or doesn't answer now.
    public func picture(of release: FoundRelease) async -> CoverImage? {
        let access = covers.access
        guard access.services.isAllowed, let front = access.source(of: release)?.front(of: release) else { return nil }
        return await withTaskExecutorPreference(FileReadingExecutor()) { [client, covers = persistency.covers] in
            guard let bytes = try? await client.fetch(front.address, limit: Self.pictureLimit, reach: front.reach) else { return nil }
            return try? covers.keep(bytes, in: [.standard], showing: .standard).image
        }
    }

    /// Returns whether a text is a barcode, as scanners type it.
    public static func isBarcode(_ text: String) -> Bool {
        ReleaseQuery(text)?.isBarcode == true
    }

    /// Adds a release to the library, with its tracks and the address of its cover if its service gives them now, as one change that can be
    /// undone. Brings it back if the user had removed it. A wish for the release comes true.
    ///
    /// - Parameter isWanted: Whether the user only wishes to have it.
    /// - Throws: ``PersistencyError``, or a `CancellationError`.
    @concurrent
    public func add(_ release: FoundRelease, isWanted: Bool = false) async throws -> AddedRecord {
        if let known = try await known(release.album.id, isWanted: isWanted) { return known }
        let source = covers.access.source(of: release)
        var whole = release
        do {
            // One that was asked for by its identifier has its tracks.
            if release.album.tracks.isEmpty, coverServices.isAllowed { whole = try await source?.found(release.id) ?? release }
        } catch let error as CancellationError {
            throw error
        } catch {
            // The search has found everything that a record needs.
        }
        var album = whole.album
        if let cover = source?.cover(of: whole) { album.coverURL = cover }
        if isWanted {
            var release = album.release ?? ReleaseRecord()
            release.copies = [CopyRecord(isWanted: true)]
            album.release = release
        }
        return try await add(album)
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
