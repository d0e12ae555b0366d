internal import SleevesModel

extension AlbumAssembly {
    /// Returns the files of joined albums, each album on discs of its own if their positions collide with other titles. Otherwise they are discs or
    /// copies already.
    ///
    /// - Parameter tracks: The files, in the order of their paths.
    static func apart(_ tracks: [GroupedTrack]) -> [GroupedTrack] {
        let placed = DiscName.placing(tracks)
        let albums = Dictionary(grouping: placed.indices) { [placed[$0].home, placed[$0].titleOfShelf] }.values.sorted { $0[0] < $1[0] }
        guard albums.count > 1 else { return tracks }
        let positions = TrackPosition.positions(of: placed)
        var owners: [TrackPosition: Set<Int>] = [:]
        var titles: [TrackPosition: Set<String>] = [:]
        for (number, members) in albums.enumerated() {
            for index in members {
                owners[positions[index], default: []].insert(number)
                titles[positions[index], default: []].insert(placed[index].foldedName)
            }
        }
        let shared = owners.filter { $0.value.count > 1 }.keys
        guard shared.count(where: { titles[$0].map { $0.count > 1 } == true }) * 2 > shared.count else { return tracks }
        var apart = placed
        var discsBefore = 0
        for members in albums {
            let discs = Set(members.map { placed[$0].disc ?? 1 }).sorted()
            let numbers = Dictionary(uniqueKeysWithValues: zip(discs, (discsBefore + 1)...))
            for index in members { apart[index] = placed[index].on(disc: numbers[placed[index].disc ?? 1] ?? 1) }
            discsBefore += discs.count
        }
        return apart
    }
}
