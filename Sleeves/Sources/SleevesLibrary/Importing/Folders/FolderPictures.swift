internal import Synchronization

/// Finds the pictures of covers that lie beside audio files.
///
/// 1. Those that are called like a cover: `cover`, `folder`, `front` or `AlbumArt…`. The largest of them is the folder's picture.
/// 2. Where there is none, all pictures in the folder: which of them is an album's cover depends on the album (see ``cover(of:in:)``).
///
/// - `known`: what each folder was found to hold, so that none is searched twice. Protected by its `Mutex`.
final class FolderPictures: Sendable {
    private static let stems = ["cover", "folder", "front"]
    private static let extensions = ["jpg", "jpeg", "png", "webp"]
    /// The folders beside an album's files that hold its pictures.
    static let folderNames: Set<String> = ["artwork", "scans", "covers", "art"]
    /// How many pictures of a folder are looked at.
    private static let limit = 32

    private let known = Mutex<[String: String?]>([:])

    /// The path of the picture in `folder` that is called like a cover; `nil` where it has none or cannot be searched.
    func picture(in folder: String) -> String? {
        if let found = known.withLock({ $0[folder] }) { return found }
        let names = (try? FileSystem.entries(ofFolder: folder))?.compactMap(\.name) ?? []
        let found = Self.picture(names, in: folder).map { Path.appending($0.name, to: folder) }
        known.withLock { $0[folder] = .some(found) }
        return found
    }

    /// The largest picture among the names in a folder that is called like a cover; of several alike, a cover before a folder before a front,
    /// in any case.
    static func picture(_ names: [String], in folder: String) -> CataloguedFolder.Picture? {
        let ranked = names.compactMap { name in rank(name).map { (rank: $0, name: name) } }.sorted {
            ($0.rank, $0.name) < ($1.rank, $1.name)
        }
        let pictures = ranked.prefix(limit).compactMap { picture(named: $0.name, in: folder) }
        guard pictures.count > 1 else { return pictures.first }
        let areas = pictures.map { area(of: Path.appending($0.name, to: folder)) }
        return zip(pictures, areas).reduce(nil as (CataloguedFolder.Picture, Int)?) { best, next in
            best.map { $0.1 >= next.1 } == true ? best : next
        }?.0
    }

    /// All pictures among the names in a folder.
    static func pictures(_ names: [String], in folder: String) -> [CataloguedFolder.Picture] {
        let candidates = names.filter { extensions.contains(Path.split(name: $0).fileExtension) }
        return candidates.sorted().prefix(limit).compactMap { picture(named: $0, in: folder) }
    }

    /// Which of a folder's pictures is an album's cover, where none is called like one: that which is called like the album, and else the only
    /// one of a folder that holds nothing but the album.
    static func cover(of title: String?, among pictures: [CataloguedFolder.Picture], isOnlyAlbum: Bool) -> CataloguedFolder.Picture? {
        let title = title?.caseFolded()
        let named = pictures.first { picture in
            let stem = Path.split(name: picture.name).stem.caseFolded()
            guard let title, !title.isEmpty else { return false }
            return stem == title || stem.hasSuffix("- " + title)
        }
        if let named { return named }
        guard isOnlyAlbum else { return nil }
        let front = pictures.first { Path.split(name: $0.name).stem.lowercased().contains("front") }
        return front ?? (pictures.count == 1 ? pictures[0] : nil)
    }

    private static func picture(named name: String, in folder: String) -> CataloguedFolder.Picture? {
        guard let kind = try? FileSystem.kind(of: Path.appending(name, to: folder), followsLinks: true), kind.kind == .file, kind.size > 0
        else { return nil }
        return CataloguedFolder.Picture(name: name, modified: kind.stamp.modified, size: kind.stamp.size)
    }

    /// How many pixels a picture has, as its first bytes say; 0 where they say nothing.
    private static func area(of path: String) -> Int {
        guard let bytes = try? FileSystem.firstBytes(ofFile: path, limit: 256 << 10), let header = try? PictureHeader(parsing: bytes)
        else { return 0 }
        return header.width.multipliedReportingOverflow(by: header.height).partialValue
    }

    private static func rank(_ name: String) -> Int? {
        let (name, fileExtension) = Path.split(name: name)
        guard let extensionRank = extensions.firstIndex(of: fileExtension) else { return nil }
        let stem = name.lowercased()
        guard let stemRank = stems.firstIndex(of: stem) ?? (stem.hasPrefix("albumart") ? stems.count : nil) else { return nil }
        return stemRank * extensions.count + extensionRank
    }
}
