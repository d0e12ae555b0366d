internal import SleevesModel

/// A parser for the names of an album's discs.
enum DiscName {
    private static let words = ["disc", "disk", "cd", "vinyl", "lp", "side", "cassette", "tape"]
    private static let numbers = ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"]
    private static let separators: Set<Character> = [" ", "-", "_", ".", "#", ":"]

    /// Returns the number in `CD1`, `Disc Two`, `Side B` or `disk-03 Live`; `nil` if `name` isn't the name of a disc.
    static func number(_ name: some StringProtocol) -> Int? {
        // The first letter rules out most names.
        guard let first = name.utf8.first, "dDcCvVlLsStT".utf8.contains(first) else { return nil }
        let lower = name.lowercased()
        guard let word = words.first(where: lower.hasPrefix) else { return nil }
        let tail = lower.dropFirst(word.count)
        let rest = tail.drop(while: separators.contains)
        let token = rest.prefix { !separators.contains($0) }
        let isSpelled = rest.startIndex > tail.startIndex
        return isSpelled && word == "side" && token.endIndex == rest.endIndex
            ? number(of: token, letters: true) : number(of: token, words: isSpelled)
    }

    /// Returns the number that digits, a word or a letter stand for. Three or more digits are part of a title: "CD 2000 Hits".
    private static func number(of token: Substring, words: Bool = true, letters: Bool = false) -> Int? {
        if (1...2).contains(token.utf8.count), token.allSatisfy({ $0.isASCII && $0.isNumber }) {
            return Int(token).flatMap { $0 > 0 ? $0 : nil }
        }
        if letters, token.utf8.count == 1, let letter = token.utf8.first, (0x61...0x68).contains(letter) { return Int(letter) - 0x60 }
        return words ? numbers.firstIndex { $0 == token }.map { $0 + 1 } : nil
    }

    /// Returns tracks with the discs that the names of folders beside each other tell, such as `Now 12 CD1` and `Now 12 CD2`, or `1` and `2`.
    /// Only where no tag tells the disc, and where tracks with other titles would otherwise stand at one position.
    static func placing(_ tracks: [GroupedTrack]) -> [GroupedTrack] {
        let folders = Dictionary(grouping: tracks.indices.filter { tracks[$0].disc == nil }) { tracks[$0].folder }
        guard folders.count > 1 else { return tracks }
        var series: [[String]: [(disc: Int, members: [Int])]] = [:]
        for (folder, members) in folders {
            guard let place = place(inSeries: Path.name(of: folder)) else { continue }
            series[[Path.folder(of: folder), place.stem], default: []].append((place.number, members))
        }
        var placed = tracks
        for discs in series.values where discs.count > 1 && Set(discs.map(\.disc)).count == discs.count {
            let apart = discs.reduce(0) { $0 + AlbumPartition.Crowd($1.members, of: tracks).excess }
            guard AlbumPartition.Crowd(discs.flatMap(\.members), of: tracks).excess > apart else { continue }
            for (disc, members) in discs { for index in members { placed[index] = tracks[index].on(disc: disc) } }
        }
        return placed
    }

    /// Splits the name of one of several folders: `Now 12 CD1` becomes `now 12 cd` and 1.
    private static func place(inSeries name: String) -> (stem: String, number: Int)? {
        let name = name.nameFolded().drop { "([".contains($0) }
        let end = name.lastIndex { !")] ".contains($0) }.map { name[...$0] } ?? ""
        let digits = end.reversed().prefix { $0.isASCII && $0.isNumber }.count
        let token =
            digits > 0 ? end.suffix(digits) : end[(end.lastIndex(where: separators.contains).map(end.index(after:)) ?? end.startIndex)...]
        let stem = end[..<token.startIndex]
        let word = String(stem.reversed().drop(while: separators.contains).reversed())
        // A number alone is a disc, too; one after another word may be that of a volume.
        guard stem.isEmpty || words.contains(where: word.hasSuffix) else { return nil }
        return number(of: token, letters: !stem.isEmpty).map { (String(stem), $0) }
    }

    /// Returns the disc that a file with a whole disc in it is named after: `CD1`, `Album (Disc 2)`, `Album CD2`; `nil` if there is none.
    static func disc(ofFileNamed stem: String) -> Int? {
        if let disc = number(stem) ?? split(stem).disc { return disc }
        guard let place = place(inSeries: stem), !place.stem.isEmpty else { return nil }
        return place.number
    }

    /// Splits `name` into the title and the disc at its end: `The Wall (Disc 2)` becomes `The Wall` and 2.
    ///
    /// Only a disc in brackets, or after a comma or a dash, counts as a suffix.
    static func split(_ name: String) -> (title: String, disc: Int?) {
        // Most names have none of these characters. A long dash begins with the byte E2.
        guard name.utf8.contains(where: { ")],-".utf8.contains($0) || $0 == 0xe2 }) else { return (name, nil) }
        let end: Substring
        let tail: Substring
        if let last = name.last, last == ")" || last == "]", let open = name.lastIndex(of: last == ")" ? "(" : "[") {
            end = name[..<open]
            tail = name[name.index(after: open)...].dropLast()
        } else if let mark = name.lastIndex(where: { $0 == "," || $0 == "-" || $0 == "–" }) {
            end = name[..<mark]
            tail = name[name.index(after: mark)...].drop { $0 == " " }
        } else {
            return (name, nil)
        }
        guard let disc = number(tail), let title = String(end).cleaned() else { return (name, nil) }
        return (title, disc)
    }
}
