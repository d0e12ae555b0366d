internal import SleevesModel

/// An album whose files don't name its title, as the names of its folders describe it.
package struct GuessedAlbum: Equatable {
    /// The artist; `nil` if no name says.
    package let artist: String?
    package let title: String
    package let year: Int?

    /// Reads names such as `Artist - Album (1999)` and `Artist - 1999 - Album`; and `Album (1999)` and `1999 - Album` in a folder of the artist.
    ///
    /// - Parameters:
    ///   - name: The name of the album's folder.
    ///   - artistFolder: The name of the folder above, if that can be the artist's.
    package init?(_ name: String, in artistFolder: String?) {
        let shown = Path.shown(name)
        let spaced = shown.contains(" ") ? shown : shown.replacing("_", with: " ")
        var (name, year) = Self.withoutYear(Self.withoutFormat(spaced))
        var artist = artistFolder.map(Path.shown)
        if let dash = Self.dashes.lazy.compactMap({ name.firstRange(of: $0) }).min(by: { $0.lowerBound < $1.lowerBound }) {
            artist = String(name[..<dash.lowerBound])
            let rest = Self.withoutYear(String(name[dash.upperBound...]))
            (name, year) = (rest.name, year ?? rest.year)
        }
        guard let title = name.cleaned() else { return nil }
        (self.artist, self.title, self.year) = (artist?.cleaned(), title, year)
    }

    private static let dashes = [" - ", " \u{2013} ", " \u{2014} "]
    private static let formats = [
        "flac", "mp3", "ogg", "opus", "m4a", "aac", "alac", "wav", "320", "256", "192", "320kbps", "256kbps", "192kbps", "v0", "v2", "web",
        "vinyl", "24bit", "16bit",
    ]

    /// Removes the year before or after a name: `1999 - Album`, `(1999) Album`, `Album [1999]`.
    private static func withoutYear(_ name: String) -> (name: String, year: Int?) {
        func year(_ text: Substring) -> Int? { text.utf8.count == 4 ? ReleaseYear.earliest(in: String(text)) : nil }
        let inner = name.drop { "([".contains($0) }
        if let found = year(inner.prefix(4)) {
            let rest = withoutDay(inner.dropFirst(4)).drop { ")] -\u{2013}.".contains($0) }
            let isApart = inner.dropFirst(4).first.map { !$0.isLetter && !$0.isNumber } ?? false
            // "1967-1970" is a title.
            let mark = inner.dropFirst(4).first
            let isSpan =
                inner.startIndex == name.startIndex && (mark == "-" || mark == "\u{2013}") && year(inner.dropFirst(5).prefix(4)) != nil
            if isApart, !rest.isEmpty, !isSpan,
                inner.startIndex > name.startIndex || inner.dropFirst(4).contains("-") || inner.dropFirst(4).contains("\u{2013}")
            {
                return (String(rest), found)
            }
        }
        if let last = name.last, last == ")" || last == "]", let open = name.lastIndex(of: last == ")" ? "(" : "["),
            let found = year(name[name.index(after: open)...].dropLast()), let rest = String(name[..<open]).cleaned()
        {
            return (rest, found)
        }
        return (name, nil)
    }

    /// Removes the month and the day after a year: `-05-17`.
    private static func withoutDay(_ text: Substring) -> Substring {
        let parts = text.prefix(6)
        let isDay =
            parts.count == 6
            && zip(parts, 0...).allSatisfy { character, place in
                place % 3 == 0 ? "-.".contains(character) : character.isASCII && character.isNumber
            }
        return isDay && text.dropFirst(6).first.map { !$0.isNumber } ?? true ? text.dropFirst(6) : text
    }

    /// Removes the format at the end of a name: `Album [FLAC]`, `Album (320 kbps)`.
    private static func withoutFormat(_ name: String) -> String {
        guard let last = name.last, last == ")" || last == "]", let open = name.lastIndex(of: last == ")" ? "(" : "[") else { return name }
        let words = name[name.index(after: open)...].dropLast().lowercased().split { !$0.isLetter && !$0.isNumber }
        guard words.contains(where: { formats.contains(String($0)) }) else { return name }
        return withoutFormat(String(name[..<open]).cleaned() ?? "")
    }
}
