internal import SleevesNetworking

/// The public archive of covers that belongs to MusicBrainz.
///
/// It answers with a redirect to a picture that is kept elsewhere; with 404 where it has none.
///
/// Source: https://musicbrainz.org/doc/Cover_Art_Archive/API
struct CoverArtArchive: Sendable {
    let client: HTTPClient
    let address: ServiceAddress

    /// The front cover, at most 500 pixels wide: twice what a screen needs. A front cover that is a PDF is a picture in this size.
    ///
    /// - Throws: An ``HTTPClientError``; ``HTTPClientError/isAbsence`` where the archive has none.
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
