internal import SleevesModel
internal import SleevesCovers

/// The common artist of an album's files without an album artist.
struct CommonArtist {
    /// The name, normalized for comparison.
    let folded: String
    /// The spelling of most files.
    let shown: String

    /// - Returns: The artist of more than half of the files, without guests; `nil` if there is none.
    init?(of tracks: [GroupedTrack]) {
        let named = tracks.compactMap { track in
            track.artist.flatMap { folded in track.file.tags.artist.map { (folded: folded, shown: $0) } }
        }
        guard let first = named.first else { return nil }
        if named.allSatisfy({ $0.folded == first.folded }) {
            // Nearly always, all files have one artist.
            self.init(ofLeads: [ArtistName.lead(of: named.map { $0.shown }.mostFrequent ?? first.shown)])
            return
        }
        self.init(ofLeads: named.map { ArtistName.lead(of: $0.shown) })
    }

    /// - Parameter leads: The artists of the files that name one, without guests. There is at least one.
    init?(ofLeads leads: [String]) {
        let foldedLeads = leads.map(ArtistName.folded)
        // A name that more than half begin with is also at the beginning of the one in the middle of all.
        let middle = foldedLeads.sorted()[leads.count / 2]
        let candidates = Set(foldedLeads).filter { middle.hasPrefix($0) }.sorted()
        func most(_ count: (String) -> Int) -> String? {
            candidates.map { (name: $0, count: count($0)) }.filter { $0.count * 2 > leads.count }.max { $0.count < $1.count }?.name
        }
        // A duo isn't one of its members, so a common beginning of names counts only as a last resort.
        let shared =
            most { name in foldedLeads.count { $0 == name } }
            ?? most { name in foldedLeads.count { lead in lead == name || Self.joints.contains { lead.hasPrefix(name + $0) } } }
        guard let shared else { return nil }
        let spellings = zip(leads, foldedLeads).filter { $0.1 == shared }.map { $0.0 }
        (folded, shown) = (shared, spellings.mostFrequent ?? shared)
    }

    /// The separators between the names of artists who play together.
    private static let joints = [
        ",", ";", " ;", " & ", " + ", " and ", " / ", "/", " x ", " with ", " vs. ", " vs ", " con ", " mit ", " avec ", " und ", " et ",
        " y ", " и ", "、",
    ]
}
