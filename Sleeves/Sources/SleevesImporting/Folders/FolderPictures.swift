internal import SleevesModel
internal import SleevesCovers

/// A finder of cover pictures beside audio files.
///
/// 1. Pictures named like a cover: `cover`, `folder`, `front` or `AlbumArt…`. The largest is the folder's picture.
/// 2. If there is none, all pictures in the folder: the album determines its cover among them (see ``cover(of:in:)``).
package enum FolderPictures {
    /// A cover picture in a folder.
    package struct Picture: Equatable, Codable {
        package var name: String
        package var modified: Int64
        package var size: Int64

        package init(name: String, modified: Int64, size: Int64) {
            self.name = name
            self.modified = modified
            self.size = size
        }
    }

    private static let stems = ["cover", "folder", "front"]
    /// The names of pictures that are the cover if no other one is.
    private static let plainStems: Set<String> = ["album", "artwork", "albumcover", "coverart", "art"]
    private static let extensions = [
        "jpg", "jpeg", "png", "webp", "jfif", "jpe", "gif", "avif", "tif", "tiff", "bmp", "heic", "heif",
    ]
    /// The names of folders beside an album's files with its pictures.
    package static let folderNames: Set<String> = [
        "artwork", "scans", "scan", "covers", "cover", "cover art", "coverart", "art", "images", "booklet",
    ]
    /// The maximum number of pictures per folder.
    private static let limit = 32

    /// Returns the path of the picture in `folder` that is named like a cover; `nil` if there is none or the folder can't be searched.
    package static func picture(in folder: String) -> String? {
        let names = (try? FileSystem.names(inFolder: folder)) ?? []
        return picture(names, in: folder).map { Path.appending($0.name, to: folder) }
    }

    /// Returns the paths of all pictures in `folder` that are named like a cover, the best names first.
    package static func paths(in folder: String) -> [String] {
        let names = (try? FileSystem.names(inFolder: folder)) ?? []
        return ranked(names).prefix(limit).map { Path.appending($0, to: folder) }
    }

    private static func ranked(_ names: [String]) -> [String] {
        names.compactMap { name in rank(name).map { (rank: $0, name: name) } }.sorted { ($0.rank, $0.name) < ($1.rank, $1.name) }.map(
            \.name)
    }

    /// Returns the largest picture among names in a folder that is named like a cover. Of equal ones, a cover precedes a folder, and a folder
    /// a front, in any case.
    package static func picture(_ names: [String], in folder: String) -> Picture? {
        let pictures = ranked(names).prefix(limit).compactMap { picture(named: $0, in: folder) }
        guard pictures.count > 1 else { return pictures.first }
        let areas = pictures.map { area(of: Path.appending($0.name, to: folder)) }
        return zip(pictures, areas).reduce(nil as (Picture, Int)?) { best, next in
            best.map { $0.1 >= next.1 } == true ? best : next
        }?.0
    }

    static func isNamedLikePicture(_ name: String) -> Bool { extensions.contains(Path.split(name: name).fileExtension) }

    /// Returns all pictures among names in a folder.
    package static func pictures(_ names: [String], in folder: String) -> [Picture] {
        let candidates = names.filter(isNamedLikePicture)
        return candidates.sorted().prefix(limit).compactMap { picture(named: $0, in: folder) }
    }

    /// Returns the picture that is an album's cover if none is named like one: the one named like the album, or else, in a folder that has
    /// nothing but the album, the first with the name of a front.
    package static func cover(of title: String?, among pictures: [Picture], isOnlyAlbum: Bool) -> Picture? {
        let title = title?.caseFolded()
        if let title, !title.isEmpty {
            let named = pictures.first { picture in
                let stem = Path.split(name: picture.name).stem.caseFolded()
                return stem == title || stem.hasSuffix("- " + title)
            }
            // The name may also tell the year, as that of a folder does.
            let described =
                named
                ?? pictures.first { picture in
                    GuessedAlbum(Path.split(name: picture.name).stem, in: nil)?.title.caseFolded() == title
                }
            if let described { return described }
        }
        guard isOnlyAlbum else { return nil }
        let folded = title?.nameFolded() ?? ""
        let stems = pictures.map { Path.split(name: $0.name).stem }
        let isCalledFront = { (index: Int) in stems[index].lowercased().contains("front") }
        let fronts = pictures.indices.filter { index in
            let kind = AlbumPictures.kind(ofPictureNamed: stems[index], ofAlbum: folded)
            return kind == .front || kind == .other && isCalledFront(index)
        }
        return (fronts.first(where: isCalledFront) ?? fronts.first ?? stems.firstIndex { plainStems.contains($0.lowercased()) }).map {
            pictures[$0]
        }
    }

    /// Returns the only picture of a folder that has nothing but an album, unless its name says that it shows something else.
    package static func onlyPicture(of title: String?, among pictures: [Picture], mayBeBack: Bool) -> Picture? {
        guard let picture = pictures.first, pictures.count == 1 else { return nil }
        let stem = Path.split(name: picture.name).stem
        let kind = AlbumPictures.kind(ofPictureNamed: stem, ofAlbum: title?.nameFolded() ?? "")
        let isOfArtist = ["artist", "band", "fanart", "logo"].contains(stem.lowercased())
        return mayBeBack || !isOfArtist && (kind == .other || kind == .front) ? picture : nil
    }

    private static func picture(named name: String, in folder: String) -> Picture? {
        guard let kind = try? FileSystem.kind(of: Path.appending(name, to: folder), followsLinks: true), kind.kind == .file, kind.size > 0
        else { return nil }
        return Picture(name: name, modified: kind.stamp.modified, size: kind.stamp.size)
    }

    /// Returns the number of pixels from a picture's header; 0 if it is unknown.
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
