/// The public cover archive of MusicBrainz.
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
