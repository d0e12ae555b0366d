package import SleevesModel

/// The rules that tell which pictures in an album's folders belong to it, and what they show.
package enum AlbumPictures {
    /// A folder that has files of an album.
    package struct Folder: Equatable, Sendable {
        package var path: String
        /// Whether it also has files of other albums: then only pictures with the album's title in their names belong to this one.
        package var isShared: Bool

        package init(path: String, isShared: Bool) {
            (self.path, self.isShared) = (path, isShared)
        }
    }

    /// The maximum number of pictures of an album.
    private static let limit = 32

    /// Returns the pictures of an album, the fronts first, then by folder and name.
    ///
    /// - Threading: Reads the folders, and blocks the calling thread for as long as the disk takes.
    package static func pictures(ofAlbum title: String, in folders: [Folder]) -> [AlbumPicture] {
        let title = title.nameFolded()
        let found = folders.flatMap { folder -> [String] in
            // A folder that can't be read has no pictures.
            let names = (try? FileSystem.names(inFolder: folder.path)) ?? []
            let own = paths(names, in: folder.path)
            if folder.isShared { return own.filter { Self.names(Path.name(of: $0), title) } }
            let others = names.filter { FolderPictures.folderNames.contains($0.lowercased()) }.sorted()
            return own
                + others.flatMap { name in
                    let path = Path.appending(name, to: folder.path)
                    return paths((try? FileSystem.names(inFolder: path)) ?? [], in: path)
                }
        }
        let pictures = found.map { path in
            AlbumPicture(.file(path: path), kind: kind(ofPictureNamed: Path.split(name: Path.name(of: path)).stem, ofAlbum: title))
        }
        return Array(AlbumPicture.Kind.allCases.flatMap { kind in pictures.filter { $0.kind == kind } }.prefix(limit))
    }

    /// Returns those names in a folder that may be of pictures of a back: the title of an album may still take their words.
    package static func backs(among names: [String]) -> [String] {
        names.filter { FolderPictures.isNamedLikePicture($0) && kind(ofPictureNamed: Path.split(name: $0).stem) == .back }
            .sorted().prefix(limit).map(\.self)
    }

    /// Returns whether a picture is one of an album's back.
    ///
    /// - Parameters:
    ///   - title: The title of the album, folded.
    ///   - isShared: Whether its folder also has files of other albums.
    package static func isBack(_ name: String, ofAlbum title: String, inShared isShared: Bool) -> Bool {
        kind(ofPictureNamed: Path.split(name: name).stem, ofAlbum: title) == .back && (!isShared || names(name, title))
    }

    private static func names(_ name: String, _ title: String) -> Bool { !title.isEmpty && name.nameFolded().contains(title) }

    private static func paths(_ names: [String], in folder: String) -> [String] {
        let pictures = FolderPictures.pictures(names, in: folder).map(\.name)
        return pictures.map { (key: $0.withEqualNumbers, name: $0) }.sorted { $0 < $1 }.map { Path.appending($0.name, to: folder) }
    }

    /// The words in names of pictures, in the order in which they count: a "back cover" is a back.
    private static let words: [(kind: AlbumPicture.Kind, words: Set<String>)] = [
        (.back, ["back", "backcover", "rear", "inlay", "tray", "rückseite"]),
        (.booklet, ["booklet", "inside", "inner", "insert", "gatefold", "page", "pages", "obi", "poster"]),
        (.front, ["front", "cover", "folder", "frontcover", "vorderseite"]),
        (.medium, ["cd", "dvd", "disc", "disk", "label", "medium", "media", "vinyl", "record", "side", "cassette"]),
    ]

    /// - Parameter title: The title of the album, folded, whose words say nothing of a picture if there are several.
    package static func kind(ofPictureNamed stem: String, ofAlbum title: String = "") -> AlbumPicture.Kind {
        let stem = title.contains(" ") ? stem.nameFolded().replacing(title, with: " ") : stem.lowercased()
        let parts = Set(stem.split { !$0.isLetter }.map(String.init))
        return words.first { !$0.words.isDisjoint(with: parts) }?.kind ?? (stem.hasPrefix("albumart") ? .front : .other)
    }
}
