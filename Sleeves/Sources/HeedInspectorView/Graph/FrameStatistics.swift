/// The number of drawn frames, and the time that Swift took for them, without the renderer's own.
package struct FrameStatistics: Sendable {
    /// The number of frames.
    package private(set) var count = 0
    /// The time for all of them.
    package private(set) var total = Duration.zero
    /// The time for the longest.
    package private(set) var longest = Duration.zero

    mutating func add(_ duration: Duration) {
        count += 1
        total += duration
        longest = max(longest, duration)
    }
}
