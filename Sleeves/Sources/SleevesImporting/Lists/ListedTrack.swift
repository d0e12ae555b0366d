internal import SleevesModel
internal import struct FoundationEssentials.Date

/// A row or entry of a list of tracks: a track with the data of its album.
struct ListedTrack {
    var album: String
    /// The list's own key for the album, if it has one, because two albums may share a name.
    var albumKey: String?
    var albumArtist: String?
    /// The track's own performer.
    var artist: String?
    /// The title; `nil` if the entry names only the album.
    var title: String?
    var disc: Int?
    var number: Int?
    var seconds: Int?
    var year: Int?
    var genre: String?
    var label: String?
    var coverURL: String?
    var albumSortName: String?
    var artistSortName: String?
    var isCompilation = false
    /// Whether commas separate the names of several performers, and aren't part of a name.
    var namesPerformers = false
    var added: Date?

    /// The performer without guests: "A feat. B" is a track by A.
    var leadArtist: String? {
        guard let artist else { return nil }
        let first = artist.split(separator: ";").first.map(String.init)?.cleaned() ?? artist
        return ArtistName.lead(of: first)
    }
}
