internal import struct FoundationEssentials.Date

/// One row or entry of a list of tracks: a track, and what it says of its album.
struct ListedTrack {
    var album: String
    /// What the list itself tells albums apart by, where it does: two albums may share a name.
    var albumKey: String?
    var albumArtist: String?
    /// The track's own performer.
    var artist: String?
    /// `nil` where the entry names the album alone.
    var title: String?
    var disc: Int?
    var number: Int?
    var seconds: Int?
    var year: Int?
    var genre: String?
    var coverURL: String?
    var albumSortName: String?
    var artistSortName: String?
    var isCompilation = false
    var added: Date?

    init(album: String) {
        self.album = album
    }

    /// The performer without guests: "A feat. B" is A's track.
    var leadArtist: String? {
        guard let artist else { return nil }
        let lowered = artist.lowercased()
        let marks = [" feat. ", " feat ", " ft. ", " featuring ", " (feat", " (ft", ";"]
        let ends = marks.compactMap { lowered.firstRange(of: $0)?.lowerBound }.map { lowered.distance(from: lowered.startIndex, to: $0) }
        // Lowering may change a text's length, in scripts whose lists have no such words.
        guard let end = ends.min(), end > 0, lowered.count == artist.count else { return artist }
        return String(artist.prefix(end)).cleaned() ?? artist
    }
}
