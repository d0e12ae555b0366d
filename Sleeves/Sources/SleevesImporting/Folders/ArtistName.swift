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
    private static let variousNames: Set<String> = [
        "various", "various artist", "various artists", "v.a.", "v. a.", "v/a", "va", "[various]", "[various artists]",
    ]

    /// The words before the name of a guest, with the sign that ends them: those that mean nothing else, and all.
    private static let certainGuestWords = ["feat.", "featuring ", "ft."]
    private static let guestWords = certainGuestWords + ["feat ", "ft ", "f/ ", "w/ "]

    private static let beforeGuests: Set<Character> = [" ", "(", "[", "（", "［"]

    /// Returns a name without the guests after it: `Oak feat. Elm`, `Oak (ft. Elm)`, `Oak feat.Elm`.
    ///
    /// - Parameter isAlbumArtist: Whether the name is one that its album has by a tag of its own, which may be `Little Feat`.
    static func lead(of artist: String, isAlbumArtist: Bool = false) -> String {
        // Most names have no "f" and no "w/" after another character.
        guard artist.utf8.dropFirst().contains(where: { $0 | 0x20 == 0x66 || $0 == 0x2f }) else { return artist }
        var (isApart, hasName) = (false, false)
        for index in artist.indices {
            if isApart, hasName {
                let rest = artist[index...].prefix(10).lowercased()
                if (isAlbumArtist ? certainGuestWords : guestWords).contains(where: rest.hasPrefix) {
                    return String(artist[..<index].reversed().drop(while: beforeGuests.contains).reversed())
                }
            }
            isApart = beforeGuests.contains(artist[index])
            if !isApart { hasName = true }
        }
        return artist
    }
}
