extension CoverStore {
    /// Whether there is a file for a cover, in any size. Does not look whether it is whole: ``load(_:size:)`` does.
    func contains(_ digest: CoverDigest) -> Bool {
        CoverSize.allCases.contains { folder.contains(ThumbnailFolder.Name(digest: digest, size: $0)) }
    }
}
