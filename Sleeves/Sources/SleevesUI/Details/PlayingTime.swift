/// Playing times in figures.
enum PlayingTime {
    /// A time: `3:07`, or `1:02:45` from an hour on.
    static func figures(_ seconds: Int) -> String {
        let (hours, minutes, rest) = (seconds / 3600, seconds / 60 % 60, seconds % 60)
        guard hours > 0 else { return "\(minutes):\(padded(rest))" }
        return "\(hours):\(padded(minutes)):\(padded(rest))"
    }

    /// How long all tracks take together, where that is known of each.
    static func total(of seconds: [Int?]) -> String? {
        let known = seconds.compactMap(\.self)
        guard !known.isEmpty, known.count == seconds.count else { return nil }
        return figures(known.reduce(0, +))
    }

    private static func padded(_ number: Int) -> String {
        number < 10 ? "0\(number)" : String(number)
    }
}
