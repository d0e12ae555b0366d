enum Stopwatch {
    static func nanoseconds(_ body: () -> Void) -> Double {
        nanoseconds(ContinuousClock().measure(body))
    }

    static func nanoseconds(_ duration: Duration) -> Double {
        let (seconds, attoseconds) = duration.components
        return Double(seconds) * 1e9 + Double(attoseconds) / 1e9
    }
}
