/// The artist that the files of an album share where no album artist is named.
struct CommonArtist {
    /// In the form in which names are compared.
    let folded: String
    /// As most of the files spell it.
    let shown: String

    /// - Returns: The only artist, else the one that more than half of the files have, guests set aside; `nil` where there is none.
    init?(of tracks: [GroupedTrack]) {
        let named = tracks.compactMap { track in
            track.artist.flatMap { folded in track.file.tags.artist.map { (folded: folded, shown: $0) } }
        }
        guard let first = named.first else { return nil }
        if named.allSatisfy({ $0.folded == first.folded }) {
            (folded, shown) = (first.folded, AlbumAssembly.mostFrequent(named.map { $0.shown }) ?? first.shown)
            return
        }
        let leads = named.map { Self.lead(of: $0.shown) }
        let foldedLeads = leads.map { $0.caseFolded() }
        let candidates = Set(foldedLeads).sorted()
        func most(_ count: (String) -> Int) -> String? {
            candidates.map { (name: $0, count: count($0)) }.filter { $0.count * 2 > named.count }.max { $0.count < $1.count }?.name
        }
        // A duo is not one of the two, so names that only begin alike count where nothing else helps.
        let shared =
            most { name in foldedLeads.count { $0 == name } }
            ?? most { name in foldedLeads.count { lead in lead == name || Self.joints.contains { lead.hasPrefix(name + $0) } } }
        guard let shared else { return nil }
        let spellings = zip(leads, foldedLeads).filter { $0.1 == shared }.map { String($0.0) }
        (folded, shown) = (shared, AlbumAssembly.mostFrequent(spellings) ?? shared)
    }

    /// What stands between the names of artists who play together.
    private static let joints = [", ", "; ", " & ", " and ", " / ", "/", " x ", " with ", " vs. ", " vs "]
    /// What stands before the name of a guest.
    private static let guestWords: Set<String> = ["feat", "feat.", "featuring", "ft", "ft."]

    /// An artist's name without the guests after it.
    private static func lead(of artist: String) -> String {
        let words = artist.split(separator: " ", omittingEmptySubsequences: false)
        let guest = words.indices.dropFirst().first { index in
            guestWords.contains(words[index].drop { $0 == "(" || $0 == "[" }.lowercased())
        }
        guard let guest, guest > 0 else { return artist }
        return words[..<guest].joined(separator: " ").cleaned() ?? artist
    }
}
