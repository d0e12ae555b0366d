internal import SleevesModel

/// The genres of an album, from those of its tracks.
enum Genres {
    /// Returns all genres of the tracks, each once, the most frequent first: "Rock, Jazz".
    ///
    /// - Parameter named: The genre of each track, which may itself be several, separated by commas.
    static func of(_ named: [String]) -> String? {
        // Nearly always, all tracks have the same genre.
        guard let first = named.first, named.contains(where: { $0 != first }) else { return named.first }
        var counts: [String: (count: Int, place: Int, shown: String)] = [:]
        for text in named {
            for part in text.split(separator: ",") {
                guard let genre = String(part).cleaned() else { continue }
                let place = counts.count
                counts[genre.caseFolded(), default: (0, place, genre)].count += 1
            }
        }
        var joined = ""
        for genre in counts.values.sorted(by: { ($1.count, $0.place) < ($0.count, $1.place) }) {
            // The maximum length of a tag.
            guard joined.utf8.count + genre.shown.utf8.count + 2 <= AudioFile.textLimit else { break }
            joined += joined.isEmpty ? genre.shown : ", \(genre.shown)"
        }
        return joined.isEmpty ? first : joined
    }
}
