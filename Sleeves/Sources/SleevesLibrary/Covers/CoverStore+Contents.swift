internal import Foundation

extension CoverStore {
    /// Whether there is a file for a cover, in any size. Does not look whether it is whole: ``load(_:size:)`` does.
    func contains(_ digest: CoverDigest) -> Bool {
        CoverSize.allCases.contains { contains(digest, $0) }
    }

    func contains(_ digest: CoverDigest, _ size: CoverSize) -> Bool {
        access(path(of: digest, size), R_OK) == 0
    }
}
