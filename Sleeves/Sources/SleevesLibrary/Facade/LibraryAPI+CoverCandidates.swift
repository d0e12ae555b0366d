internal import Localization
internal import SleevesNetworking
internal import Synchronization

/// A picture that could be an album's cover: of a release that MusicBrainz knows, from the Cover Art Archive.
public struct CoverCandidate: Sendable {
    /// The release that the picture belongs to.
    public let release: MusicBrainzRelease
    /// The part of the record that the picture shows.
    public let kind: AlbumPicture.Kind
    /// The picture in the size of a cell of the wall.
    public let image: CoverImage
    /// The width of the picture as a cover, in pixels: at most 1,200.
    public let width: Int
    /// The height of the picture as a cover, in pixels.
    public let height: Int
    /// The origin to set the picture as the cover from.
    public let origin: CoverOrigin
}

/// The reasons why covers can't be searched for.
public enum CoverCandidateError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The user hasn't allowed requests.
    case notAllowed
    /// The user doesn't use MusicBrainz or the archive.
    case noService

    /// The problem and its remedy.
    public var description: String {
        switch self {
        case .notAllowed: localized("Sleeves may not use the network. Allow it in the preferences.")
        case .noService: localized("MusicBrainz or the Cover Art Archive is switched off. Switch both on in the preferences.")
        }
    }
}

extension LibraryAPI {
    /// Returns pictures that could be an album's cover, as they are found: those of the release that its files name, then the fronts of other
    /// releases of the album.
    ///
    /// - Throws: ``CoverCandidateError``, an ``HTTPClientError`` if MusicBrainz doesn't answer, or nothing is found and the archive doesn't answer, or a
    ///   ``PersistencyError``. A release without pictures, and one whose pictures can't be used, is skipped.
    public func coverCandidates(for id: AlbumID) -> AsyncThrowingStream<CoverCandidate, any Error> {
        let (stream, finding) = AsyncThrowingStream<CoverCandidate, any Error>.makeStream()
        let task = Task {
            do {
                try await withTaskExecutorPreference(FileReadingExecutor()) { try await findCandidates(for: id) { finding.yield($0) } }
                finding.finish()
            } catch {
                finding.finish(throwing: error)
            }
        }
        finding.onTermination = { _ in task.cancel() }
        return stream
    }

    private func findCandidates(for id: AlbumID, _ found: @escaping @Sendable (CoverCandidate) -> Void) async throws {
        guard let album = try persistency.album(id) else { return }
        guard coverServices.isAllowed else { throw CoverCandidateError.notAllowed }
        guard let service = MusicBrainz(covers.access), let archive = coverServices[.coverArtArchive] else {
            throw CoverCandidateError.noService
        }
        let search = CandidateSearch(client: client, archive: archive, covers: persistency.covers)
        var known: Set<String> = []
        var other = ReleaseQuery.names(title: album.title, artist: album.artist)
        for entity in try persistency.musicBrainzEntities(of: id) {
            switch entity {
            case .release(let own):
                guard let release = try await service.release(own) else { continue }
                known.insert(release.id)
                await search.run(among: [release], limit: CandidateSearch.ownLimit, onlyFronts: false, found)
            case .releaseGroup(let group): other = .group(group)
            }
        }
        let others = try await service.releases(other).filter { known.insert($0.id).inserted }
        await search.run(among: others, limit: 1, onlyFronts: true, found)
        if let problem = search.progress.withLock({ $0.hasFound ? nil : $0.problem }) { throw problem }
    }
}

/// A search for the pictures of releases in the Cover Art Archive.
///
/// - `progress` is protected by its lock.
private final class CandidateSearch: Sendable {
    let client: HTTPClient
    let archive: ServiceAddress
    let covers: CoverStore
    /// The outcome so far: whether a picture was found, and the first problem with the archive.
    let progress = Mutex((hasFound: false, problem: HTTPClientError?.none))

    init(client: HTTPClient, archive: ServiceAddress, covers: CoverStore) {
        (self.client, self.archive, self.covers) = (client, archive, covers)
    }

    /// The maximum number of pictures of the release that the files name.
    static let ownLimit = 12
    /// The number of releases whose pictures are fetched at once.
    private static let atOnce = 4
    /// The maximum size of an archive's list of pictures, in bytes.
    private static let answerLimit = 1 << 20
    /// The maximum size of a picture, in bytes: many times that of an ordinary one. All of a dialog's are in memory.
    private static let pictureLimit = 4 << 20

    /// Fetches pictures of releases.
    ///
    /// - Parameter limit: The maximum number of pictures of a release.
    func run(
        among releases: [MusicBrainzRelease], limit: Int, onlyFronts: Bool, _ found: @escaping @Sendable (CoverCandidate) -> Void
    ) async {
        await withTaskGroup(of: Void.self) { group in
            for (index, release) in releases.enumerated() {
                if index >= Self.atOnce { await group.next() }
                group.addTask { await self.run(release, limit: limit, onlyFronts: onlyFronts, found) }
            }
        }
    }

    private func run(_ release: MusicBrainzRelease, limit: Int, onlyFronts: Bool, _ found: @Sendable (CoverCandidate) -> Void) async {
        let list = archive.pictures(of: release.release)
        guard let bytes = await fetch(list, limit: Self.answerLimit) else { return }
        let pictures = ArchivedPicture.pictures(in: bytes).filter { !onlyFronts || $0.kind == .front }
        for picture in pictures.prefix(limit) {
            if Task.isCancelled { return }
            if let candidate = await fetch(picture, of: release) { found(candidate) }
        }
    }

    private func fetch(_ address: String, limit: Int) async -> [UInt8]? {
        do {
            return try await client.fetch(address, limit: limit, reach: archive.reach)
        } catch let error as HTTPClientError {
            // Most releases have no pictures, which the archive answers with 404.
            if !error.isAbsence { progress.withLock { $0.problem = $0.problem ?? error } }
            return nil
        } catch {
            return nil
        }
    }

    private func fetch(_ picture: ArchivedPicture, of release: MusicBrainzRelease) async -> CoverCandidate? {
        guard let bytes = await fetch(archive.address(of: picture, of: release.release), limit: Self.pictureLimit),
            let image = try? covers.keep(bytes, in: [.standard], showing: .standard).image, let header = try? PictureHeader(parsing: bytes)
        else { return nil }
        progress.withLock { $0.hasFound = true }
        return CoverCandidate(
            release: release, kind: picture.kind, image: image, width: header.width, height: header.height, origin: .bytes(bytes))
    }
}

/// A picture in the Cover Art Archive's list of those of a release.
///
/// Source: https://musicbrainz.org/doc/Cover_Art_Archive/API
struct ArchivedPicture: Hashable {
    /// The number in the archive.
    let number: Int
    let kind: AlbumPicture.Kind

    /// Returns the pictures in the archive's list, the fronts first; none if the bytes are no such list.
    static func pictures(in bytes: [UInt8]) -> [ArchivedPicture] {
        guard case .list(let entries)? = JSONParser.value(of: bytes)?["images"] else { return [] }
        let pictures = entries.compactMap(ArchivedPicture.init)
        return AlbumPicture.Kind.allCases.flatMap { kind in pictures.filter { $0.kind == kind } }
    }

    private init?(_ value: JSONValue) {
        guard let number = value["id"].wholeNumber, number > 0 else { return nil }
        self.number = number
        let types = value["types"].elements.compactMap(\.text)
        kind =
            types.contains("Front") || value["front"] == .boolean(true)
            ? .front : types.lazy.compactMap { Self.kinds[$0] }.first ?? .other
    }

    private static let kinds: [String: AlbumPicture.Kind] = [
        "Back": .back, "Tray": .back, "Booklet": .booklet, "Liner": .booklet, "Obi": .booklet, "Poster": .booklet, "Medium": .medium,
    ]
}
