import Localization

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
        sum(of: seconds).map(figures)
    }

    /// Returns the total time of all tracks, rounded, if the time of each is known.
    static func roundedTotal(of seconds: [Int?]) -> String? {
        sum(of: seconds).map(rounded)
    }

    /// Formats a time in whole minutes: `38 min`, or `1 h 4 min` from one hour on; in seconds below a minute: `6 s`.
    static func rounded(_ seconds: Int) -> String {
        guard seconds >= 60 else { return localized("{seconds} s", ["seconds": String(max(seconds, 1))]) }
        let minutes = (seconds + 30) / 60
        guard minutes >= 60 else { return localized("{minutes} min", ["minutes": String(minutes)]) }
        return localized("{hours} h {minutes} min", ["hours": String(minutes / 60), "minutes": String(minutes % 60)])
    }

    private static func sum(of seconds: [Int?]) -> Int? {
        let known = seconds.compactMap(\.self)
        return known.isEmpty || known.count < seconds.count ? nil : known.reduce(0, +)
    }

    private static func padded(_ number: Int) -> String {
        number < 10 ? "0\(number)" : String(number)
    }
}
