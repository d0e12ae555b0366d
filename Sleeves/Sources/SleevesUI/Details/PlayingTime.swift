/// Formatting of playing times.
enum PlayingTime {
    /// Formats a time: `3:07`, or `1:02:45` from one hour on.
    static func figures(_ seconds: Int) -> String {
        let (hours, minutes, rest) = (seconds / 3600, seconds / 60 % 60, seconds % 60)
        guard hours > 0 else { return "\(minutes):\(padded(rest))" }
        return "\(hours):\(padded(minutes)):\(padded(rest))"
    }

    /// Returns the total time of all tracks, if the time of each is known.
    static func total(of seconds: [Int?]) -> String? {
        let known = seconds.compactMap(\.self)
        guard !known.isEmpty, known.count == seconds.count else { return nil }
        return figures(known.reduce(0, +))
    }

    private static func padded(_ number: Int) -> String {
        number < 10 ? "0\(number)" : String(number)
    }
}
