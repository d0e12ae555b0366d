internal import FoundationEssentials

/// A MusicBrainz ID: a UUID in lower case, which the Cover Art Archive requires.
struct MusicBrainzID: Sendable, Hashable {
    let text: String

    /// Parses an ID; `nil` if the text isn't one.
    init?(_ text: String) {
        guard let id = UUID(uuidString: text) else { return nil }
        self.text = id.uuidString.lowercased()
    }
}

/// The MusicBrainz entity of an album.
enum MusicBrainzEntity: Sendable, Hashable {
    /// A single edition.
    case release(MusicBrainzID)
    /// The album in all its editions.
    case releaseGroup(MusicBrainzID)
}
