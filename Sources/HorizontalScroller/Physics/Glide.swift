/// A movement from one offset to another that starts fast and ends slowly.
///
/// The offset follows the cubic ease-out curve, after Robert Penner's easing equations (the one that libadwaita calls
/// `ADW_EASE_OUT_CUBIC`), with `d` for the duration:
///
///     offset(t) = end - (end - start) · (1 - t/d)³
///
/// A pure value: it knows no clock. Times are seconds since the movement began.
///
/// ```swift
/// let glide = Glide(from: 0, to: 80, duration: 1)
/// print(glide.offset(after: 0.5))
/// // prints 70.0
/// ```
///
/// ## Behavior
/// - It begins at its start, ends exactly at its end, never turns back, and slows down all the way.
/// - Without a duration it has ended at once.
public struct Glide: Hashable, Sendable {
    /// Where the movement begins, in points.
    public let start: Double

    /// Where the movement ends, in points.
    public let end: Double

    /// How long the movement takes, in seconds.
    public let duration: Double

    /// Makes a movement.
    ///
    /// - Parameters:
    ///   - start: Where it begins, in points.
    ///   - end: Where it ends, in points.
    ///   - duration: How long it takes, in seconds. With 0 or less it has ended when it begins.
    public init(from start: Double, to end: Double, duration: Double) {
        self.start = start
        self.end = end
        self.duration = max(0, duration)
    }

    /// The offset at a time, in points; exactly ``end`` once the duration has passed.
    ///
    /// - Parameter seconds: The time since the movement began.
    /// - Complexity: O(1).
    public func offset(after seconds: Double) -> Double {
        guard seconds < duration else { return end }
        let rest = 1 - max(0, seconds) / duration
        return end - (end - start) * rest * rest * rest
    }
}
