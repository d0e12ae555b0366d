package import SleevesModel

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
        /// The only pictures are of other kinds than the front: a back cover, an icon, an artist.
        case other = 3
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
    /// The number on the disc or side; 0 for a track before the first.
    package var trackNumber: Int?
    /// The letters of a record's side in upper case: A for track `A1`.
    package var side: String?
    package var discNumber: Int?
    /// The ID of this release in MusicBrainz.
    package var musicBrainzRelease: String?
    /// The ID of its release group, which all editions share.
    package var musicBrainzReleaseGroup: String?
    /// The values of the fields of a release that tags have. A file may name several of each.
    package var release = ReleaseValues()
    package var discSubtitle: String?
    /// The medium that the music comes from: `CD`, `12" Vinyl`.
    package var media: String?
    /// The date when the album was first released, as written in the file.
    package var originalDate: String?
    package var isCompilation = false
    /// The text of the CUE sheet that divides the file, at most ``sheetLimit`` bytes and one.
    package var cueSheet: String?
    /// The playing time in seconds.
    package var seconds: Int?
    package var picture = Picture.absent
    /// Whether a text was longer than ``AudioFile/textLimit`` and was cut.
    package var textWasCut = false

    /// The bytes of the texts that don't declare their encoding, as other texts of their folder may show it. The other values have them as
    /// ``TextEncoding/western``.
    package var undeclared: [TextField: [UInt8]] = [:]

    /// The maximum length of a CUE sheet in tags, in bytes.
    package static let sheetLimit = 64 << 10

    /// The tags of a file without any.
    package static let none = AudioTags()
}
