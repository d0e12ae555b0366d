/// The library's knowledge of an album's cover.
public enum CoverStatus: Sendable, Hashable, Codable {
    /// It hasn't been searched for yet, or was lost.
    case missing
    /// The ``CoverStore`` has a thumbnail with this digest.
    case present(CoverDigest)
    /// The search was unsuccessful.
    case failed

    /// The status as one word: "missing", "present" or "failed".
    public var name: String {
        switch self {
        case .missing: "missing"
        case .present: "present"
        case .failed: "failed"
        }
    }

    /// The digest of the cover in the ``CoverStore``, if there is one.
    public var digest: CoverDigest? {
        if case .present(let digest) = self { digest } else { nil }
    }
}
