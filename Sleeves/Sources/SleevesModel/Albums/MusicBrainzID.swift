internal import FoundationEssentials

/// A MusicBrainz ID: a UUID in lower case, which the Cover Art Archive requires.
package struct MusicBrainzID: Sendable, Hashable {
    package let text: String

    /// Parses an ID; `nil` if the text isn't one, or only zeros, as some programs write where they know none.
    package init?(_ text: String) {
        guard let id = UUID(uuidString: text), text.contains(where: { $0 != "0" && $0 != "-" }) else { return nil }
        self.text = id.uuidString.lowercased()
    }
}

/// The MusicBrainz entity of an album.
package enum MusicBrainzEntity: Sendable, Hashable {
    /// A single edition.
    case release(MusicBrainzID)
    /// The album in all its editions.
    case releaseGroup(MusicBrainzID)
}
