extension [String] {
    /// The most frequent value; of several, the first one.
    var mostFrequent: String? {
        var counts: [String: Int] = [:]
        for value in self { counts[value, default: 0] += 1 }
        let most = counts.values.max()
        return first { counts[$0] == most }
    }
}
