/// How many frames were drawn, and how long Swift took for them. The renderer's own time isn't part of it.
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
