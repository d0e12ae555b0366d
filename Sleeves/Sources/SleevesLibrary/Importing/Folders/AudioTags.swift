/// What an audio file says about itself, as plain values.
///
/// Texts have no white space around them and are `nil` where the file has no such tag.
package struct AudioTags: Sendable, Hashable {
    /// Whether a picture of the cover is inside the file.
    package enum Picture: Int, Sendable, Hashable {
        case absent = 0
        case present = 1
        /// There is one, but it is larger than ``AudioFile/pictureLimit``.
        case tooLarge = 2
    }

    package var title: String?
    package var artist: String?
    package var artistSort: String?
    package var albumArtist: String?
    package var albumArtistSort: String?
    package var album: String?
    package var albumSort: String?
    /// As it stands in the file: `1993`, `1993-07-05`, or anything else.
    package var date: String?
    package var genre: String?
    package var trackNumber: Int?
    package var discNumber: Int?
    /// The id of this release in MusicBrainz.
    package var musicBrainzRelease: String?
    /// The id of its release group, which all editions share.
    package var musicBrainzReleaseGroup: String?
    package var isCompilation: Bool
    /// Playing time in seconds.
    package var seconds: Int?
    package var picture: Picture
    /// Whether a text was longer than ``AudioFile/textLimit`` and lost its end.
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
