/// A movement from one offset to another that starts fast and ends slowly.
///
/// The offset follows the cubic ease-out curve, after Robert Penner's easing equations (the one that libadwaita calls
/// `ADW_EASE_OUT_CUBIC`), with `d` for the duration:
///
///     offset(t) = end - (end - start) · (1 - t/d)³
///
/// This is a pure value without a clock. Times are seconds since the movement began.
///
/// ```swift
/// let glide = Glide(from: 0, to: 80, duration: 1)
/// print(glide.offset(after: 0.5))
/// // prints 70.0
/// ```
///
/// ## Behavior
/// - A glide begins at its start, ends exactly at its end, never turns back, and slows down all the way.
/// - Without a duration it ends immediately.
public struct Glide: Hashable, Sendable {
    /// The offset where the movement begins, in points.
    public let start: Double

    /// The offset where the movement ends, in points.
    public let end: Double

    /// The duration of the movement, in seconds.
    public let duration: Double

    /// Creates a movement.
    ///
    /// - Parameters:
    ///   - start: The offset where it begins, in points.
    ///   - end: The offset where it ends, in points.
    ///   - duration: The duration, in seconds. With 0 or less, the movement ends immediately.
    public init(from start: Double, to end: Double, duration: Double) {
        self.start = start
        self.end = end
        self.duration = max(0, duration)
    }

    /// Returns the offset at a time, in points; exactly ``end`` once the duration has passed.
    ///
    /// - Parameter seconds: The time since the movement began.
    /// - Complexity: O(1).
    public func offset(after seconds: Double) -> Double {
        guard seconds < duration else { return end }
        let rest = 1 - max(0, seconds) / duration
        return end - (end - start) * rest * rest * rest
    }
}
