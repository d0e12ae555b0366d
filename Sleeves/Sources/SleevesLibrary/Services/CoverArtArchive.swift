internal import Localization
internal import SleevesNetworking

extension OnlineService {
    /// The public cover archive of MusicBrainz.
    public static let coverArtArchive = OnlineService(
        "coverArchive", "Cover Art Archive", address: "https://coverartarchive.org", variable: "SLEEVES_COVER_ARCHIVE",
        option: "cover-archive",
        disclosure: localized("The Cover Art Archive then receives release IDs."))
}

/// The source of the covers of releases whose identifiers files have, or MusicBrainz finds.
struct CoverArtArchive: CoverSource {
    static let services = [OnlineService.coverArtArchive, .musicBrainz]

    private let archive: ServiceAddress
    /// The service that finds identifiers; `nil` if the user doesn't use it.
    private let musicBrainz: MusicBrainz?

    init?(_ access: ServiceAccess) {
        guard let archive = access.services[.coverArtArchive] else { return nil }
        self.archive = archive
        musicBrainz = MusicBrainz(access)
    }

    var reach: NetworkReach { archive.reach }

    func requests(for album: SoughtAlbum) -> [CoverRequest] {
        if album.entities.isEmpty, let names = album.names, let musicBrainz {
            let search = CoverRequest.Kind.search(title: names.title, artist: names.artist)
            return [CoverRequest(kind: search, host: musicBrainz.host)]
        }
        return album.entities.map(request)
    }

    func request(title: String, artist: String) async throws -> CoverRequest? {
        // The user doesn't use it any more.
        guard let musicBrainz else { throw CancellationError() }
        return try await musicBrainz.releaseGroup(title: title, artist: artist).map { request(.releaseGroup($0)) }
    }

    private func request(_ entity: MusicBrainzEntity) -> CoverRequest {
        .picture(archive.frontCover(of: entity))
    }
}

/// The addresses of the archive.
///
/// It responds with a redirect to a picture elsewhere, or with 404 if it has none.
///
/// Source: https://musicbrainz.org/doc/Cover_Art_Archive/API
extension ServiceAddress {
    /// Returns the address of the front cover, at most 500 pixels wide: twice what a screen needs. In this size, even a PDF cover is a picture.
    func frontCover(of entity: MusicBrainzEntity) -> String {
        switch entity {
        case .release(let id): "\(base)/release/\(id.text)/front-500"
        case .releaseGroup(let id): "\(base)/release-group/\(id.text)/front-500"
        }
    }

    /// Returns the address of a release's front, at most 250 pixels wide: for a line of a list.
    func smallFront(of release: MusicBrainzID) -> String { "\(base)/release/\(release.text)/front-250" }

    /// Returns the address of the list of a release's pictures.
    func pictures(of release: MusicBrainzID) -> String { "\(base)/release/\(release.text)/" }

    /// Returns the address of a picture, at most 1,200 pixels wide: as large as covers are kept.
    func address(of picture: ArchivedPicture, of release: MusicBrainzID) -> String {
        "\(base)/release/\(release.text)/\(picture.number)-1200.jpg"
    }
}
