extension Collection<TrackRecord> {
    /// Whether the tracks' numbers show that some are missing: on a disc, numbers are left out, or the first ones are.
    ///
    /// A disc may continue the numbers of the one before, and a disc after the first may be here alone. Numbers such as 101 and 212 tell the
    /// disc, too. Where a track has no number, it may be any of those left out.
    ///
    /// - Complexity: O(*n* log *n*).
    package var hasGaps: Bool {
        var places = compactMap { track in track.number.map { (disc: track.disc, number: $0) } }
        if isEmpty || places.count < count { return false }
        if places.allSatisfy({ (101..<10_000).contains($0.number) && ($0.disc == nil || $0.disc == $0.number / 100) }) {
            places = places.map { (disc: $0.number / 100, number: $0.number % 100) }
        }
        let ordered = places.map { (disc: $0.disc ?? 1, number: $0.number) }.sorted { $0 < $1 }
        var last: (disc: Int, number: Int)?
        for place in ordered {
            let next = (last?.number ?? 0) &+ 1
            let isExpected =
                place.number <= 1 || place.number == next
                || (last?.disc == place.disc ? place.number == last?.number : last == nil && place.disc > 1)
            if !isExpected { return true }
            last = place
        }
        return false
    }
}
