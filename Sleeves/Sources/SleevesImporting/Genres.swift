internal import SleevesModel

/// The genres of an album, from those of its tracks.
enum Genres {
    /// Returns all genres of the tracks, each once, the most frequent first: "Rock, Jazz".
    ///
    /// - Parameter named: The genre of each track, which may itself be several, separated by commas.
    static func of(_ named: [String]) -> String? {
        // Nearly always, all tracks have the same genre.
        guard let first = named.first, named.contains(where: { $0 != first }) else { return named.first }
        let genres = named.map { AlbumFacet.genres(in: $0).compactMap { $0.cleaned() } }.mostFrequentFirst
        return genres.isEmpty ? first : genres.joined(separator: ", ")
    }
}
