internal import SleevesModel
internal import SleevesCovers

/// A file with its names normalized for comparison, once.
package struct GroupedTrack {
    package let file: TaggedFile
    /// The album's title for display, without a disc at its end.
    let shownTitle: String?
    package let title: String?
    let albumArtist: String?
    let artist: String?
    package let release: String?
    let disc: Int?
    /// The file's folder.
    let folder: String
    /// The album's folder: the parent folder if the file's folder is a disc.
    package let home: String

    private let discOfTitle: Int?
    private let discOfFolder: Int?

    var isCompilation: Bool { file.tags.isCompilation }

    /// - Parameter other: A track that probably shares names with this one, whose normalized names are reused.
    package init(_ file: TaggedFile, like other: GroupedTrack? = nil) {
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

    package static func home(ofFolder folder: String) -> (path: String, disc: Int?) {
        let above = Path.folder(of: folder)
        let name = Path.name(of: folder)
        if let disc = DiscName.number(name) { return (above, disc) }
        let (title, disc) = DiscName.split(name)
        return disc == nil ? (folder, nil) : (Path.appending(title, to: above), disc)
    }

    /// A digest of the file's shelf: the folder and the album's title. Two shelves may share a digest.
    ///
    /// Source: FNV-1a, 64 bits. The database stores it, so it must be the same in every run, unlike Swift's own hashes.
    package var shelf: Int64 {
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        for byte in home.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
        for byte in [0] + Array((title ?? "").utf8) { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
        return Int64(bitPattern: hash)
    }
}
