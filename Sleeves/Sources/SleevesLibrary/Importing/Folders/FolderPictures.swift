internal import Synchronization

/// Finds the picture of the cover that lies beside audio files.
///
/// - `known`: what each folder was found to hold, so that none is searched twice. Protected by its `Mutex`.
final class FolderPictures: Sendable {
    private static let stems = ["cover", "folder", "front"]
    private static let extensions = ["jpg", "jpeg", "png", "webp"]

    private let known = Mutex<[String: String?]>([:])

    /// The path of the picture in `folder`; `nil` where it has none or cannot be searched.
    func picture(in folder: String) -> String? {
        if let found = known.withLock({ $0[folder] }) { return found }
        let names = (try? FileSystem.entries(ofFolder: folder))?.compactMap(\.name) ?? []
        let found = Self.picture(names, in: folder).map { Path.appending($0.name, to: folder) }
        known.withLock { $0[folder] = .some(found) }
        return found
    }

    /// The picture among the names in a folder: a cover before a folder before a front, in any case.
    static func picture(_ names: [String], in folder: String) -> CataloguedFolder.Picture? {
        let ranked = names.compactMap { name in rank(name).map { (rank: $0, name: name) } }
        for candidate in ranked.sorted(by: { ($0.rank, $0.name) < ($1.rank, $1.name) }) {
            let path = Path.appending(candidate.name, to: folder)
            guard let kind = try? FileSystem.kind(of: path, followsLinks: true), kind.kind == .file, kind.size > 0 else { continue }
            return CataloguedFolder.Picture(name: candidate.name, modified: kind.stamp.modified, size: kind.stamp.size)
        }
        return nil
    }

    private static func rank(_ name: String) -> Int? {
        let (stem, fileExtension) = Path.split(name: name)
        guard let extensionRank = extensions.firstIndex(of: fileExtension), let stemRank = stems.firstIndex(of: stem.lowercased())
        else { return nil }
        return stemRank * extensions.count + extensionRank
    }
}
