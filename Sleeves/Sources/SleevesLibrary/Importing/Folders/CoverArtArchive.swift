internal import Foundation

/// The public archive of covers that belongs to MusicBrainz.
enum CoverArtArchive {
    /// The address of the front cover of a release, at most 500 pixels wide; `nil` where `release` is no MusicBrainz id.
    ///
    /// Source: the archive's API, `/release/{mbid}/front-(250|500|1200)`.
    static func frontCover(ofRelease release: String) -> String? {
        guard let id = UUID(uuidString: release) else { return nil }
        return "https://coverartarchive.org/release/\(id.uuidString.lowercased())/front-500"
    }
}
