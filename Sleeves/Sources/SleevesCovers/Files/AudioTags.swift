/// An audio file's tags, as plain values.
///
/// Texts have no surrounding white space and are `nil` if the file lacks the tag.
package struct AudioTags: Sendable, Hashable {
    /// Whether the file has an embedded cover.
    package enum Picture: Int, Sendable, Hashable {
        case absent = 0
        case present = 1
        /// The picture is larger than ``AudioFile/pictureLimit``.
        case tooLarge = 2
    }

    package var title: String?
    package var artist: String?
    package var artistSort: String?
    package var albumArtist: String?
    package var albumArtistSort: String?
    package var album: String?
    package var albumSort: String?
    /// The date as written in the file: `1993`, `1993-07-05`, or anything else.
    package var date: String?
    package var genre: String?
    package var trackNumber: Int?
    package var discNumber: Int?
    /// The ID of this release in MusicBrainz.
    package var musicBrainzRelease: String?
    /// The ID of its release group, which all editions share.
    package var musicBrainzReleaseGroup: String?
    package var isCompilation: Bool
    /// The playing time in seconds.
    package var seconds: Int?
    package var picture: Picture
    /// Whether a text was longer than ``AudioFile/textLimit`` and was cut.
    package var textWasCut: Bool

    package init(
        title: String? = nil,
        artist: String? = nil,
        artistSort: String? = nil,
        albumArtist: String? = nil,
        albumArtistSort: String? = nil,
        album: String? = nil,
        albumSort: String? = nil,
        date: String? = nil,
        genre: String? = nil,
        trackNumber: Int? = nil,
        discNumber: Int? = nil,
        musicBrainzRelease: String? = nil,
        musicBrainzReleaseGroup: String? = nil,
        isCompilation: Bool = false,
        seconds: Int? = nil,
        picture: Picture = .absent,
        textWasCut: Bool = false
    ) {
        self.title = title
        self.artist = artist
        self.artistSort = artistSort
        self.albumArtist = albumArtist
        self.albumArtistSort = albumArtistSort
        self.album = album
        self.albumSort = albumSort
        self.date = date
        self.genre = genre
        self.trackNumber = trackNumber
        self.discNumber = discNumber
        self.musicBrainzRelease = musicBrainzRelease
        self.musicBrainzReleaseGroup = musicBrainzReleaseGroup
        self.isCompilation = isCompilation
        self.seconds = seconds
        self.picture = picture
        self.textWasCut = textWasCut
    }
}
