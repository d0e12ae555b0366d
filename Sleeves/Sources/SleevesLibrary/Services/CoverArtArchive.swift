internal import SleevesNetworking

/// The public cover archive of MusicBrainz.
///
/// It responds with a redirect to a picture elsewhere, or with 404 if it has none.
///
/// Source: https://musicbrainz.org/doc/Cover_Art_Archive/API
struct CoverArtArchive: Sendable {
    let client: HTTPClient
    let address: ServiceAddress

    /// Fetches the front cover, at most 500 pixels wide: twice what a screen needs. In this size, even a PDF cover is a picture.
    ///
    /// - Throws: An ``HTTPClientError``, with ``HTTPClientError/isAbsence`` if the archive has none.
    func frontCover(of entity: MusicBrainzEntity, limit: Int) async throws -> [UInt8] {
        try await client.fetch(url(of: entity), limit: limit, reach: address.reach)
    }

    func url(of entity: MusicBrainzEntity) -> String {
        switch entity {
        case .release(let id): "\(address.base)/release/\(id.text)/front-500"
        case .releaseGroup(let id): "\(address.base)/release-group/\(id.text)/front-500"
        }
    }
}
