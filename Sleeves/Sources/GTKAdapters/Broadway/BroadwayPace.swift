/// A limit for the events of browsers in a time. GTK keeps all that it hasn't handled yet, so a page that sends them faster than it handles them
/// would take more and more memory.
///
/// A person's pointer, fingers and keys together send some hundred events a second, of some forty bytes each.
struct BroadwayPace {
    /// Bytes in a second, over a longer time.
    static let rate = 128 << 10
    /// Bytes at once, after a pause.
    static let burst = 256 << 10

    /// The time at which all bytes up to now have had their turn, in milliseconds.
    private var end = Int.min

    /// Notes that bytes arrive.
    ///
    /// - Parameter now: The time in milliseconds, from an arbitrary start.
    /// - Returns: The time until they may be forwarded, in milliseconds.
    mutating func delay(of count: Int, at now: Int) -> Int {
        let lead = Self.burst * 1_000 / Self.rate
        end = max(end, now - lead) + (count * 1_000 + Self.rate - 1) / Self.rate
        return max(0, end - now)
    }
}
