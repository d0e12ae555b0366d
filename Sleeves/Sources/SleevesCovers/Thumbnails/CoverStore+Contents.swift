package import SleevesModel

extension CoverStore {
    /// Returns whether there is a file for a cover, in any size. Only ``load(_:size:)`` checks whether it is intact.
    package func contains(_ digest: CoverDigest) -> Bool {
        CoverSize.allCases.contains { folder.contains(ThumbnailFolder.Name(digest: digest, size: $0)) }
    }
}
