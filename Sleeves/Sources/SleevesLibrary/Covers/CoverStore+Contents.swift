internal import Foundation

extension CoverStore {
    /// Whether there is a file for a cover. Does not look whether it is whole: ``load(_:)`` does.
    func contains(_ digest: CoverDigest) -> Bool {
        access(path(of: digest), R_OK) == 0
    }
}
