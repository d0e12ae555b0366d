/// A file with its names in the form in which they are compared, worked out once.
struct GroupedTrack {
    let file: TaggedFile
    /// The album's title without a disc at its end, as it is shown.
    let shownTitle: String?
    let title: String?
    let albumArtist: String?
    let artist: String?
    let release: String?
    let disc: Int?
    /// The folder the file is in.
    let folder: String
    /// The folder the album is in: the one above, where the file's folder is that of a disc.
    let home: String

    private let discOfTitle: Int?
    private let discOfFolder: Int?

    var isCompilation: Bool { file.tags.isCompilation }

    /// - Parameter other: A track that this one is likely to have names in common with, which then need not be worked out again.
    init(_ file: TaggedFile, like other: GroupedTrack? = nil) {
        self.file = file
        let tags = file.tags
        if let other, other.file.tags.album == tags.album {
            (shownTitle, title, discOfTitle) = (other.shownTitle, other.title, other.discOfTitle)
        } else {
            let named = tags.album.map(DiscName.split)
            (shownTitle, title, discOfTitle) = (named?.title, named?.title.caseFolded(), named?.disc)
        }
        albumArtist = other?.file.tags.albumArtist == tags.albumArtist ? other?.albumArtist : tags.albumArtist?.caseFolded()
        artist = other?.file.tags.artist == tags.artist ? other?.artist : tags.artist?.caseFolded()
        release = other?.file.tags.musicBrainzRelease == tags.musicBrainzRelease ? other?.release : tags.musicBrainzRelease?.caseFolded()
        folder = Path.folder(of: file.path)
        if let other, other.folder == folder {
            (home, discOfFolder) = (other.home, other.discOfFolder)
        } else {
            (home, discOfFolder) = Self.home(ofFolder: folder)
        }
        disc = tags.discNumber ?? discOfTitle ?? discOfFolder
    }

    private static func home(ofFolder folder: String) -> (path: String, disc: Int?) {
        let above = Path.folder(of: folder)
        let name = Path.name(of: folder)
        if let disc = DiscName.number(name) { return (above, disc) }
        let (title, disc) = DiscName.split(name)
        return disc == nil ? (folder, nil) : (Path.appending(title, to: above), disc)
    }

    /// A digest of the shelf that the file stands on: the folder and the album's title. Two shelves may share one.
    ///
    /// Source: FNV-1a, 64 bits. It is kept in the database, so it must be the same in every run, as Swift's own hashes are not.
    var shelf: Int64 {
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        for byte in home.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
        for byte in [0] + Array((title ?? "").utf8) { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
        return Int64(bitPattern: hash)
    }
}
