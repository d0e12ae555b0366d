internal import SleevesModel
internal import SleevesCovers

/// A file with its names normalized for comparison, once.
///
/// It is a class because grouping passes it on often, and copying its many texts would cost more than the grouping itself.
package final class GroupedTrack: Sendable {
    package let file: TaggedFile
    /// The album's title for display, without a disc at its end.
    let shownTitle: String?
    package let title: String?
    /// The title as titles in one folder are compared.
    private let titleKey: String?
    let albumArtist: String?
    let artist: String?
    /// The release, if the tag names one: many programs write something else there if they don't know it.
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
            (shownTitle, title, titleKey, discOfTitle) = (other.shownTitle, other.title, other.titleKey, other.discOfTitle)
        } else {
            let named = tags.album.map(DiscName.split)
            (shownTitle, title, titleKey, discOfTitle) = (named?.title, named?.title.nameFolded(), named?.title.nameKey(), named?.disc)
        }
        let isSameArtist = other?.file.tags.albumArtist == tags.albumArtist
        albumArtist =
            isSameArtist ? other?.albumArtist : tags.albumArtist.map { ArtistName.folded(ArtistName.lead(of: $0, isAlbumArtist: true)) }
        artist = other?.file.tags.artist == tags.artist ? other?.artist : tags.artist.map(ArtistName.folded)
        let isSameRelease = other?.file.tags.musicBrainzRelease == tags.musicBrainzRelease
        release = isSameRelease ? other?.release : tags.musicBrainzRelease.flatMap { MusicBrainzID($0)?.text }
        folder = Path.folder(of: file.path)
        if let other, other.folder == folder {
            (home, discOfFolder) = (other.home, other.discOfFolder)
        } else {
            (home, discOfFolder) = Self.home(ofFolder: folder)
        }
        disc = tags.discNumber ?? discOfTitle ?? discOfFolder ?? tags.side.flatMap(Self.disc(ofSide:))
    }

    private init(_ track: GroupedTrack, disc: Int) {
        (file, shownTitle, title, titleKey) = (track.file, track.shownTitle, track.title, track.titleKey)
        (albumArtist, artist, release) = (track.albumArtist, track.artist, track.release)
        (folder, home) = (track.folder, track.home)
        (self.disc, discOfTitle, discOfFolder) = (disc, track.discOfTitle, track.discOfFolder)
    }

    /// The track with the disc that the names of the folders beside its own give.
    func on(disc: Int) -> GroupedTrack {
        GroupedTrack(self, disc: disc)
    }

    /// The title, or else the file's name without its number, for display.
    var shownName: String { file.tags.title ?? Self.title(fromPath: file.path) }

    /// The same, normalized for comparison.
    var foldedName: String { shownName.nameFolded() }

    /// The same, without the file's number before it, and the guests after it, which only some programs write: for comparing tracks at one position.
    var plainName: String {
        let title = ArtistName.lead(of: shownName)
        guard let number = file.tags.trackNumber, case let digits = title.prefix(while: { $0.isASCII && $0.isNumber }),
            (1...3).contains(digits.count), Int(digits) == number,
            case let rest = title[digits.endIndex...].drop(while: { " -_.".contains($0) }), rest.startIndex > digits.endIndex, !rest.isEmpty
        else { return title.nameFolded() }
        return String(rest).nameFolded()
    }

    /// The earliest year in the file's date.
    var year: Int? { file.tags.date.flatMap(ReleaseYear.earliest) }

    /// Whether the file has the same track as another one.
    func isCopy(of other: GroupedTrack) -> Bool {
        let (number, otherNumber) = (file.tags.trackNumber, other.file.tags.trackNumber)
        if let number, let otherNumber, (number, file.tags.side) != (otherNumber, other.file.tags.side) { return false }
        let areNumbered = number != nil && otherNumber != nil
        let haveSameName = foldedName == other.foldedName || areNumbered && plainName == other.plainName
        return haveSameName && AlbumPartition.isSameLength(file.tags.seconds, other.file.tags.seconds)
            && (areNumbered || home != other.home || format != other.format || isNamedLikeCopy(of: other)
                || other.isNamedLikeCopy(of: self))
    }

    /// Returns whether the name of the file is the one that programs give a copy of another file beside it: `Song (1).mp3`.
    private func isNamedLikeCopy(of other: GroupedTrack) -> Bool {
        let (name, plain) = (Path.split(name: Path.name(of: file.path)).stem, Path.split(name: Path.name(of: other.file.path)).stem)
        guard folder == other.folder, name.hasPrefix(plain), name.hasSuffix(")") else { return false }
        let end = name.dropFirst(plain.count)
        return end.hasPrefix(" (") && (1...2).contains(end.count - 3) && end.dropFirst(2).dropLast().allSatisfy(\.isNumber)
    }

    /// The quality of the sound, as far as it can be told without decoding: a lossless format is better, and then more bytes a second.
    var quality: Double {
        let rate = Double(file.size ?? 0) / Double(max(file.tags.seconds ?? 1, 1))
        // Files with these endings of MP4 have either; lossless sound needs more than 50 kB/s.
        let isLossless = Self.losslessFormats.contains(format) || ["m4a", "mp4"].contains(format) && rate > 50_000
        return isLossless ? 1e12 + rate : rate
    }

    private static let losslessFormats: Set<String> = [
        "flac", "wav", "aif", "aiff", "aifc", "ape", "wv", "tta", "tak", "dsf", "dff", "oga",
    ]

    /// The end of the file's name, such as `mp3`.
    var format: String { Path.split(name: Path.name(of: file.path)).fileExtension }

    /// Returns the title from a file's name, without the extension and the number before it.
    private static func title(fromPath path: String) -> String {
        let stem = Path.shown(Path.split(name: Path.name(of: path)).stem)
        let number = stem.prefix { $0.isASCII && $0.isNumber }
        guard (1...3).contains(number.count) else { return stem }
        let rest = stem.dropFirst(number.count).drop { " -_.".contains($0) }
        let hasSeparator = rest.count < stem.count - number.count
        return hasSeparator && !rest.isEmpty ? String(rest) : stem
    }

    /// Returns the number of the record that has a side: A and B are the first.
    private static func disc(ofSide side: String) -> Int? {
        side.utf8.first.map { (Int($0) - 0x41) / 2 + 1 }
    }

    package static func home(ofFolder folder: String) -> (path: String, disc: Int?) {
        let above = Path.folder(of: folder)
        let name = Path.name(of: folder)
        if let disc = DiscName.number(name) { return (above, disc) }
        let (title, disc) = DiscName.split(name)
        return disc == nil ? (folder, nil) : (Path.appending(title, to: above), disc)
    }

    /// The album's title, or else the one in the name of its folder, as titles in one folder are compared.
    package var titleOfShelf: String { titleKey ?? Self.title(ofHome: home) }

    private static func title(ofHome home: String) -> String {
        GuessedAlbum(Path.name(of: home), in: nil)?.title.nameKey() ?? ""
    }

    /// A digest of the file's shelf: the folder and the album's title. Two shelves may share a digest.
    package var shelf: Int64 { Self.shelf(home: home, title: titleOfShelf) }

    /// Returns the digest of the shelf of a file with this title of an album.
    package static func shelf(ofFile path: String, album: String?) -> Int64 {
        let home = home(ofFolder: Path.folder(of: path)).path
        return shelf(home: home, title: album.map { DiscName.split($0).title.nameKey() } ?? title(ofHome: home))
    }

    /// Source: FNV-1a, 64 bits. The database stores it, so it must be the same in every run, unlike Swift's own hashes.
    private static func shelf(home: String, title: String) -> Int64 {
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        for text in [home, "\0", title] {
            for byte in text.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
        }
        return Int64(bitPattern: hash)
    }
}
