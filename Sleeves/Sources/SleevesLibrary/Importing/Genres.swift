/// The genres of an album, out of those of its tracks.
enum Genres {
    /// All genres that the tracks name, each once, the most frequent first: "Rock, Jazz".
    ///
    /// - Parameter named: What each track says, which may be several already, with commas between them.
    static func of(_ named: [String]) -> String? {
        // Nearly always all tracks say the same, and then just that is shown.
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
            // As much as one tag may say.
            guard joined.utf8.count + genre.shown.utf8.count + 2 <= AudioFile.textLimit else { break }
            joined += joined.isEmpty ? genre.shown : ", \(genre.shown)"
        }
        return joined.isEmpty ? first : joined
    }
}
