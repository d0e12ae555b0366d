internal import SleevesModel

extension Array where Element: Hashable {
    /// The most frequent value; of several, the first one.
    var mostFrequent: Element? {
        var counts: [Element: Int] = [:]
        for value in self { counts[value, default: 0] += 1 }
        let most = counts.values.max()
        return first { counts[$0] == most }
    }
}

extension [[String]] {
    /// All values of the lists, each once regardless of case, the most frequent first, as many as the maximum length of a tag allows.
    var mostFrequentFirst: [String] {
        // Nearly always, all tracks have the same values.
        guard let first, contains(where: { $0 != first }) else { return first ?? [] }
        var counts: [String: (count: Int, place: Int, shown: String)] = [:]
        for value in joined() {
            let place = counts.count
            counts[value.caseFolded(), default: (0, place, value)].count += 1
        }
        var length = 0
        return counts.values.sorted { ($1.count, $0.place) < ($0.count, $1.place) }.map(\.shown).prefix { value in
            length += value.utf8.count + 2
            return length <= AudioFile.textLimit
        }.map(\.self)
    }
}
