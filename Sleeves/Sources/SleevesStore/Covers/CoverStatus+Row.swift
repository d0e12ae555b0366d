internal import SleevesModel

extension CoverStatus {
    /// The condition for albums in the database that have a cover to show.
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
