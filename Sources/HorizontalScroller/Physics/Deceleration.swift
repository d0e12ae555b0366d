/// A flick that slows down and comes to rest exactly at a given offset.
///
/// Toolkits slow a flick by friction in proportion to its velocity: `v' = -f·v`, so the velocity falls as `e^(-f·t)` and the total distance
/// is `velocity / f`. GTK's kinetic scrolling is of this kind, with f = 4 per second. But such a flick never quite ends, and its end can't
/// be chosen. This type replaces the exponential by the fourth step of the limit that defines it, `e^(-x) = lim (1 - x/n)^n`, which ends in
/// finite time and needs no transcendental function:
///
///     offset(t)   = end - (end - start) · (1 - t/d)⁴
///     velocity(t) = 4 · (end - start) / d · (1 - t/d)³
///
/// For a given end, the duration `d = 4 · (end - start) / velocity` makes the flick start with exactly the velocity of the pointer, so the
/// eye sees no jerk. With the natural end, `start + velocity / f`, the duration is `4 / f`.
///
/// This is a pure value without a clock. Times are seconds since the flick began.
///
/// ```swift
/// if let flick = Deceleration(from: 0, velocity: 800, friction: 4, to: 220) {
///     print(flick.duration, flick.offset(after: flick.duration))
///     // prints 1.1 220.0
/// }
/// ```
///
/// ## Behavior
/// - A flick starts with exactly the given velocity, and ends exactly at its end.
/// - Its velocity is the slope of its offset.
/// - By default, it covers its velocity divided by the friction.
/// - The initializer rejects an end that is behind the start, too near or too far.
public struct Deceleration: Hashable, Sendable {
    /// The offset where the flick begins, in points.
    public let start: Double

    /// The offset where the flick ends, in points.
    public let end: Double

    /// The initial velocity, in points per second; negative towards smaller offsets.
    public let velocity: Double

    /// The duration of the flick, in seconds.
    public var duration: Double { 4 * (end - start) / velocity }

    /// Creates a flick that ends at a given offset.
    ///
    /// - Parameters:
    ///   - start: The offset where it begins, in points.
    ///   - velocity: Its initial velocity, in points per second.
    ///   - friction: The deceleration, per second.
    ///   - end: The offset where it ends, in points.
    /// - Returns: `nil` if a natural flick can't reach the end: it is behind the start, or so near or far that the flick would last less
    ///   than a quarter of its natural time, or more than twice as long. Use a ``Glide`` then.
    public init?(from start: Double, velocity: Double, friction: Double, to end: Double) {
        let natural = Self.distance(velocity: velocity, friction: friction)
        let ratio = (end - start) / natural
        guard ratio >= 0.25, ratio <= 2 else { return nil }
        self.start = start
        self.end = end
        self.velocity = velocity
    }

    /// Returns the distance that a flick covers by itself, in points: `velocity / friction`.
    ///
    /// - Parameters:
    ///   - velocity: The initial velocity, in points per second.
    ///   - friction: The deceleration, per second.
    public static func distance(velocity: Double, friction: Double) -> Double {
        velocity / friction
    }

    /// Returns the offset at a time, in points; exactly ``end`` once the duration has passed.
    ///
    /// - Parameter seconds: The time since the flick began.
    /// - Complexity: O(1).
    public func offset(after seconds: Double) -> Double {
        guard seconds < duration else { return end }
        let rest = remaining(after: seconds)
        return end - (end - start) * rest * rest * rest * rest
    }

    /// Returns the velocity at a time, in points per second; 0 once the duration has passed.
    ///
    /// - Parameter seconds: The time since the flick began.
    /// - Complexity: O(1).
    public func velocity(after seconds: Double) -> Double {
        guard seconds < duration else { return 0 }
        let rest = remaining(after: seconds)
        return velocity * rest * rest * rest
    }

    /// Returns the share of the time that remains, from 1 down to 0.
    private func remaining(after seconds: Double) -> Double {
        1 - max(0, seconds) / duration
    }
}
