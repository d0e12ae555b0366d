internal import FoundationEssentials

/// Names something in MusicBrainz: a UUID, in lower case, because the Cover Art Archive takes no other.
struct MusicBrainzID: Sendable, Hashable {
    let text: String

    /// The id that a text spells; `nil` where it is none.
    init?(_ text: String) {
        guard let id = UUID(uuidString: text) else { return nil }
        self.text = id.uuidString.lowercased()
    }
}

/// What an album is in MusicBrainz.
enum MusicBrainzEntity: Sendable, Hashable {
    /// One edition.
    case release(MusicBrainzID)
    /// The album, whatever its edition.
    case releaseGroup(MusicBrainzID)
}
