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

    var isCompilation: Bool { file.tags.isCompilation }

    init(_ file: TaggedFile) {
        self.file = file
        let named = file.tags.album.map(DiscName.split)
        shownTitle = named?.title
        title = named?.title.caseFolded()
        albumArtist = file.tags.albumArtist?.caseFolded()
        artist = file.tags.artist?.caseFolded()
        release = file.tags.musicBrainzRelease?.caseFolded()
        folder = Path.folder(of: file.path)
        let above = Path.folder(of: folder)
        let name = Path.name(of: folder)
        let folderOfDisc = DiscName.split(name)
        if DiscName.number(name) != nil {
            home = above
        } else {
            home = folderOfDisc.disc == nil ? folder : Path.appending(folderOfDisc.title, to: above)
        }
        disc = file.tags.discNumber ?? named?.disc ?? DiscName.number(name) ?? folderOfDisc.disc
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
