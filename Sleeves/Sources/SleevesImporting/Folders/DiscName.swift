internal import SleevesModel

/// A parser for the names of an album's discs.
enum DiscName {
    /// The words for what can only be one of several.
    static let discWords = [
        "digital media", "cd-r", "dvd-video", "dvd-audio", "dvd-r", "blu-ray", "disc", "disk", "disque", "cd", "dvd", "диск",
    ]
    static let words = discWords + ["vinyl", "lp", "side", "cassette", "tape"]
    private static let numbers = ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"]
    private static let romanNumbers = ["i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix", "x"]
    static let separators: Set<Character> = [" ", "-", "_", ".", "#", ":", "/"]

    /// Returns the number in `CD1`, `Disc Two`, `Side B` or `disk-03 Live`; `nil` if `name` isn't the name of a disc.
    static func number(_ name: some StringProtocol) -> Int? {
        // The first letter, or its first byte, rules out most names.
        guard let first = name.utf8.first, "dDcCvVlLsStTbB".utf8.contains(first) || first == 0xd0 else { return nil }
        let lower = name.lowercased()
        guard let word = words.first(where: lower.hasPrefix) else { return nil }
        let tail = lower.dropFirst(word.count)
        let rest = tail.drop(while: separators.contains)
        let token = rest.prefix { !separators.contains($0) }
        let isSpelled = rest.startIndex > tail.startIndex
        if isSpelled, token.endIndex == rest.endIndex, discWords.contains(word), let place = romanNumbers.firstIndex(where: { $0 == token })
        {
            return place + 1
        }
        return isSpelled && word == "side" && token.endIndex == rest.endIndex
            ? number(of: token, letters: true) : number(of: token, words: isSpelled)
    }

    /// Returns the number that digits, a word or a letter stand for. Three or more digits are part of a title: "CD 2000 Hits".
    static func number(of token: Substring, words: Bool = true, letters: Bool = false) -> Int? {
        if (1...2).contains(token.utf8.count), token.allSatisfy({ $0.isASCII && $0.isNumber }) {
            return Int(token).flatMap { $0 > 0 ? $0 : nil }
        }
        if letters, token.utf8.count == 1, let letter = token.utf8.first, (0x61...0x68).contains(letter) { return Int(letter) - 0x60 }
        return words ? numbers.firstIndex { $0 == token }.map { $0 + 1 } : nil
    }

    /// Returns tracks with the discs that titles and folders name, where the tags of all say 1, as programs do that know nothing of other discs: only
    /// where tracks with other titles would otherwise have one position.
    static func correcting(_ tracks: [GroupedTrack]) -> [GroupedTrack] {
        // Most albums have one title and one folder, so that nothing tells their files apart.
        let isDivided = tracks.contains { $0.folder != tracks[0].folder || $0.file.tags.album != tracks[0].file.tags.album }
        guard isDivided, tracks.allSatisfy({ $0.file.tags.discNumber == 1 }) else { return tracks }
        let discs = tracks.map { $0.file.tags.album.flatMap(disc(named:)) ?? disc(named: Path.name(of: $0.folder)) }
        let members = Dictionary(grouping: tracks.indices) { discs[$0] }
        guard members.count > 1, members[nil] == nil, collide(Array(members.values), of: tracks) else { return tracks }
        return zip(tracks, discs).map { track, disc in disc.map(track.on(disc:)) ?? track }
    }

    /// Returns whether tracks with other titles have one position if these parts are one disc.
    static func collide(_ parts: [[Int]], of tracks: [GroupedTrack]) -> Bool {
        let apart = parts.reduce(0) { $0 + AlbumPartition.Crowd($1, of: tracks).excess }
        return AlbumPartition.Crowd(parts.flatMap(\.self), of: tracks).excess > apart
    }

    /// Returns the number of the disc that a title or a folder's name is or ends with; `nil` for records and tapes, which albums are called after.
    private static func disc(named name: String) -> Int? {
        let lower = name.lowercased()
        guard discWords.contains(where: lower.contains) else { return nil }
        return number(name) ?? split(name).disc
    }

    /// Returns the disc that a file with a whole disc in it is named after: `CD1`, `Album (Disc 2)`, `Album CD2`; `nil` if there is none.
    static func disc(ofFileNamed stem: String) -> Int? {
        if let disc = number(stem) ?? split(stem).disc { return disc }
        guard let place = DiscPlace(inSeries: stem), !place.before.isEmpty else { return nil }
        return place.number
    }

    /// Splits `name` into the title and the disc: `The Wall (Disc 2)` becomes `The Wall` and 2.
    ///
    /// The disc is in brackets, or after a comma or a dash; or else its name is complete and stands at the end, `The Wall CD2`, between two dashes,
    /// or before a dash or colon.
    static func split(_ name: String) -> (title: String, disc: Int?) {
        if let split = ofSeveral(name) { return split }
        // Most names have none of these words, or nothing that could number them.
        guard mayHaveDisc(name) else { return (name, nil) }
        return inBrackets(name) ?? afterMark(name) ?? atEnd(name) ?? betweenMarks(name) ?? beforeColon(name) ?? (name, nil)
    }

    private static func mayHaveDisc(_ name: String) -> Bool {
        var before: UInt8 = 0
        for byte in name.utf8 {
            // "cd", "lp"; "dvd"; "di", "vi", "si", "ca", "ta" of the other words.
            switch (before | 0x20, byte | 0x20) {
            case (0x63, 0x64), (0x6c, 0x70), (0x64, 0x76), (0x64, 0x69), (0x76, 0x69), (0x73, 0x69), (0x63, 0x61), (0x74, 0x61): return true
            case (_, _) where before == 0xd0 && (byte == 0xb4 || byte == 0x94): return true
            default: before = byte
            }
        }
        return false
    }

    /// Splits at brackets with a number of several: `The Wall [1 of 2]`.
    private static func ofSeveral(_ name: String) -> (title: String, disc: Int?)? {
        let end = name.utf8.suffix(2)
        guard end.count == 2, end.last == 0x5D || end.last == 0x29, end.first.map({ (0x30...0x39).contains($0) }) == true,
            let open = name.lastIndex(of: name.last == "]" ? "[" : "("), let title = String(name[..<open]).cleaned()
        else { return nil }
        let words = name[name.index(after: open)...].dropLast().split(separator: " ")
        guard words.count == 3, words[1].lowercased() == "of", let disc = number(of: words[0], words: false),
            let count = number(of: words[2], words: false), count > 1, disc <= count
        else { return nil }
        return (title, disc)
    }

    private static let brackets: [Character: Character] = [")": "(", "]": "[", "}": "{"]

    /// Splits at the last brackets with a disc in them. Others after them stay a part of the title: `The Wall (Disc 2) [Live]`.
    private static func inBrackets(_ name: String) -> (title: String, disc: Int?)? {
        var rest = name[...]
        while let close = rest.lastIndex(where: { brackets[$0] != nil }), let opening = brackets[rest[close]] {
            guard let open = rest[..<close].lastIndex(of: opening) else {
                rest = name[..<close]
                continue
            }
            let inner = name[name.index(after: open)..<close]
            let isLast = name.index(after: close) == name.endIndex
            if let disc = isLast ? number(inner) : complete(inner), let title = String(name[..<open]).cleaned() {
                let tail = String(name[name.index(after: close)...]).cleaned()
                return (([title] + [tail].compactMap(\.self)).joined(separator: " "), disc)
            }
            rest = name[..<open]
        }
        return nil
    }

    /// Splits at the last comma or dash, if a disc follows it.
    private static func afterMark(_ name: String) -> (title: String, disc: Int?)? {
        guard let mark = name.lastIndex(where: { $0 == "," || $0 == "-" || $0 == "–" }), let title = String(name[..<mark]).cleaned()
        else { return nil }
        let tail = name[name.index(after: mark)...].drop { $0 == " " }
        // Brackets and the text in them belong to the title.
        let endsInBrackets = name.last.map { brackets[$0] != nil } ?? false
        return (endsInBrackets ? complete(tail) : number(tail)).map { (title, $0) }
    }

    /// The words after which the name of a disc is a part of the title: `Music from CD 7`.
    private static let wordsBeforeDiscs: Set<String> = ["from", "at", "the", "on", "in", "a", "of", "to", "for", "my", "blank", "compact"]
    /// The greatest number of a disc without brackets or marks: those of magazines have greater ones.
    private static let greatest = 10

    /// Splits before the disc's name at the end: `The Wall CD2`, `The Wall (CD2`.
    private static func atEnd(_ name: String) -> (title: String, disc: Int?)? {
        // The longest name, "Disc 1 of 2", has four words.
        let starts = name.indices.filter { $0 > name.startIndex && " _/:([".contains(name[name.index(before: $0)]) }.suffix(4)
        for start in starts {
            guard let disc = complete(name[start...]), disc <= greatest || name[start...].contains(" of ") else { continue }
            let end = String(name[..<start].reversed().drop { " _/:;,-–([".contains($0) }.reversed())
            guard let title = end.cleaned(), let last = title.split(separator: " ").last, !wordsBeforeDiscs.contains(last.lowercased())
            else { return nil }
            return (title, disc)
        }
        return nil
    }

    /// Splits at a disc's name between two dashes or colons, after which the disc's own title stands; or takes away that at the beginning.
    private static func betweenMarks(_ name: String) -> (title: String, disc: Int?)? {
        var parts: [Range<String.Index>] = []
        var start = name.startIndex
        while let mark = [" - ", " – ", ": "].compactMap({ name[start...].firstRange(of: $0) }).min(by: { $0.lowerBound < $1.lowerBound }) {
            parts.append(start..<mark.lowerBound)
            start = mark.upperBound
        }
        guard let place = parts.firstIndex(where: { complete(name[$0]) != nil }), let disc = complete(name[parts[place]]) else {
            return nil
        }
        let rest = place + 1 < parts.count ? parts[place + 1].lowerBound : start
        let title = place == 0 ? name[rest...] : name[..<parts[place - 1].upperBound]
        return String(title).cleaned().map { ($0, disc) }
    }

    /// Splits before a disc in one word that a colon and the disc's own title follow: `The Wall CD2: Goodbye`. Magazines number theirs in two words.
    private static func beforeColon(_ name: String) -> (title: String, disc: Int?)? {
        guard let mark = name.firstRange(of: ": "), let word = name[..<mark.lowerBound].split(separator: " ").last, complete(word) != nil
        else { return nil }
        return atEnd(String(name[..<mark.lowerBound]))
    }

    /// Returns the number of a disc whose name is all of a text, also with the number of discs: `CD2`, `Disc 2 of 3`.
    private static func complete(_ text: Substring) -> Int? {
        let words = text.lowercased().split(separator: " ")
        guard let first = words.first, let word = discWords.first(where: first.hasPrefix), let disc = number(text.trimmed()) else {
            return nil
        }
        let isShort = words.count == 1 || words.count == 2 && first == word
        guard !isShort else { return disc }
        let isOfSeveral = (3...4).contains(words.count) && words[words.count - 2] == "of" && words.last?.allSatisfy(\.isNumber) == true
        return isOfSeveral ? disc : nil
    }
}
