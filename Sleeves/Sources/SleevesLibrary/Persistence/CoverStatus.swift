/// What the library knows of an album's cover.
public enum CoverStatus: Sendable, Hashable, Codable {
    /// Nobody has looked for it yet, or it got lost.
    case missing
    /// The ``CoverStore`` keeps a thumbnail under this digest.
    case present(CoverDigest)
    /// It was looked for, in vain.
    case failed

    /// The status as one word: "missing", "present" or "failed".
    public var name: String {
        switch self {
        case .missing: "missing"
        case .present: "present"
        case .failed: "failed"
        }
    }

    /// The digest to ask the ``CoverStore`` with, where there is a cover.
    public var digest: CoverDigest? {
        if case .present(let digest) = self { digest } else { nil }
    }

    /// What is true of an album in the database that has a cover to show.
    static let isShown = "(coverState = 'present' OR chosenCover IS NOT NULL)"

    /// The status a row of the database spells; `missing` where the row makes no sense.
    init(name: String, digest: String?) {
        switch name {
        case "present": self = digest.flatMap(CoverDigest.init(rawValue:)).map(Self.present) ?? .missing
        case "failed": self = .failed
        default: self = .missing
        }
    }
}
