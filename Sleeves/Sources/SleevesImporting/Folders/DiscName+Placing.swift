internal import SleevesModel

extension DiscName {
    /// Returns tracks with the discs that names give, only where no tag gives the disc, and where tracks with other titles would otherwise have one
    /// position.
    ///
    /// 1. Folders beside each other, such as `Now 12 CD1` and `Now 12 CD2`, or `1` and `2`, also with a folder of the format in each.
    /// 2. The folder `Bonus CD` comes after those beside it.
    /// 3. The files of a folder, such as `1-01 Song` and `2-01 Song`, or `101 Song` and `201 Song`.
    static func placing(_ tracks: [GroupedTrack]) -> [GroupedTrack] {
        let tracks = correcting(tracks)
        let folders = Dictionary(grouping: tracks.indices.filter { tracks[$0].disc == nil }) { tracks[$0].folder }
        if folders.isEmpty { return tracks }
        var placed = tracks
        if folders.count > 1 { placeSeries(of: folders, in: &placed) }
        placeBonus(of: folders, in: &placed)
        for members in folders.values where placed[members[0]].disc == nil { placeByFiles(members, in: &placed) }
        return placed
    }

    private static func placeSeries(of folders: [String: [Int]], in tracks: inout [GroupedTrack]) {
        var series: [[String]: [(disc: Int, members: [Int])]] = [:]
        for (folder, members) in folders {
            let name = Path.name(of: folder)
            let isFormat = formats.contains(name.lowercased())
            let disc = isFormat ? Path.folder(of: folder) : folder
            guard let place = DiscPlace(inSeries: Path.name(of: disc)) else { continue }
            let key = [Path.folder(of: disc), place.before, place.after, isFormat ? name.lowercased() : ""]
            series[key, default: []].append((place.number, members))
        }
        for discs in series.values where discs.count > 1 && Set(discs.map(\.disc)).count == discs.count {
            guard collide(discs.map(\.members), of: tracks) else { continue }
            for (disc, members) in discs { for index in members { tracks[index] = tracks[index].on(disc: disc) } }
        }
    }

    private static let formats: Set<String> = [
        "flac", "mp3", "ogg", "opus", "m4a", "aac", "alac", "wav", "ape", "wv", "aiff", "320", "lossless", "lossy",
    ]

    private static func placeBonus(of folders: [String: [Int]], in tracks: inout [GroupedTrack]) {
        let bonuses = folders.filter { isBonus(Path.name(of: $0.key)) }
        if bonuses.isEmpty { return }
        // A folder is beside another one, or above it, if both have this one in common.
        let above = Dictionary(grouping: tracks.indices) {
            bonuses.keys.contains(tracks[$0].folder) ? "" : Path.folder(of: tracks[$0].folder)
        }
        let inside = Dictionary(grouping: tracks.indices) { tracks[$0].folder }
        for (parent, found) in Dictionary(grouping: bonuses, by: { Path.folder(of: $0.key) }) where found.count == 1 {
            let main = (above[parent] ?? []) + (inside[parent] ?? [])
            guard !main.isEmpty, collide([main, found[0].value], of: tracks) else { continue }
            let last = main.map { tracks[$0].disc ?? 1 }.max() ?? 1
            for index in found[0].value { tracks[index] = tracks[index].on(disc: last + 1) }
        }
    }

    /// Returns whether a folder's name is that of a disc without a number that comes after the others: `Bonus CD`.
    private static func isBonus(_ name: String) -> Bool {
        guard (5...12).contains(name.utf8.count) else { return false }
        let words = name.lowercased().split { separators.contains($0) }
        return words.contains("bonus") && words.count <= 2 && words.allSatisfy { $0 == "bonus" || bonusWords.contains($0) }
    }

    private static let bonusWords: Set<Substring> = ["cd", "disc", "disk", "dvd", "tracks"]

    private static func placeByFiles(_ members: [Int], in tracks: inout [GroupedTrack]) {
        // The first name rules out most folders.
        guard members.count > 1, disc(ofTrack: tracks[members[0]]) != nil else { return }
        let discs = members.map { disc(ofTrack: tracks[$0]) }
        let known = Set(discs.compactMap(\.self))
        guard known.count > 1, known.max() == known.count, discs.allSatisfy({ $0 != nil }),
            AlbumPartition.Crowd(members, of: tracks).excess > 0
        else { return }
        var placed = tracks
        for (index, disc) in zip(members, discs) { if let disc { placed[index] = placed[index].on(disc: disc) } }
        if AlbumPartition.Crowd(members, of: placed).excess == 0 { tracks = placed }
    }

    /// Returns the disc in the name of a track's file, if the number after it is that of its tag: `2-03 Song`, `203 Song`.
    private static func disc(ofTrack track: GroupedTrack) -> Int? {
        guard let number = track.file.tags.trackNumber else { return nil }
        let name = Path.split(name: Path.name(of: track.file.path)).stem
        let first = name.prefix { $0.isASCII && $0.isNumber }
        let rest = name[first.endIndex...]
        let (disc, digits): (Substring, Substring)
        if first.count == 3 {
            (disc, digits) = (first.prefix(1), first.dropFirst())
        } else if (1...2).contains(first.count), rest.first == "-" || rest.first == "." {
            (disc, digits) = (first, rest.dropFirst().prefix { $0.isASCII && $0.isNumber })
        } else {
            return nil
        }
        let isApart = name[digits.endIndex...].first.map { " -_.".contains($0) } ?? true
        guard digits.count == 2, isApart, Int(digits) == number, let place = Int(disc), place > 0 else { return nil }
        return place
    }
}
