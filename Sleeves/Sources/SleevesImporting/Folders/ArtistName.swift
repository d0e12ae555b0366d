internal import SleevesModel

/// The rules that tell artists apart by their names.
enum ArtistName {
    /// Returns the form for comparing names of artists: without the number that Discogs gives to namesakes, `Oak (2)`, and its asterisk for a
    /// name that is written differently on the record, `Oak*`. All names of "Various Artists" have one form.
    static func folded(_ name: String) -> String {
        var name = DiscogsName.withoutNumber(name.nameFolded())
        if name.utf8.count > 1, name.last == "*" { name.removeLast() }
        return variousNames.contains(name) ? various : name
    }

    /// The form of "Various Artists".
    static let various = AlbumGrouping.variousArtists.caseFolded()
    private static let variousNames: Set<String> = ["various", "various artist", "various artists", "v.a.", "v/a"]

    /// The words before the name of a guest.
    private static let guestWords: Set<String> = ["feat", "feat.", "featuring", "ft", "ft."]

    /// Returns a name without the guests after it.
    static func lead(of artist: String) -> String {
        let words = artist.split(separator: " ", omittingEmptySubsequences: false)
        let guest = words.indices.dropFirst().first { index in
            guestWords.contains(words[index].drop { $0 == "(" || $0 == "[" }.lowercased())
        }
        guard let guest, guest > 0 else { return artist }
        return words[..<guest].joined(separator: " ").cleaned() ?? artist
    }
}
