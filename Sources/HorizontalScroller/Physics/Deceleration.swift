/// A flick that slows down and comes to rest exactly where it should.
///
/// Toolkits slow a flick by friction in proportion to its velocity: `v' = -f·v`, so the velocity falls as `e^(-f·t)` and
/// the whole way is `velocity / f`. GTK's kinetic scrolling is of this kind, with f = 4 per second. Such a flick never
/// quite ends, though, and ends where it likes. Here the exponential is replaced by the fourth step of the limit that
/// defines it, `e^(-x) = lim (1 - x/n)^n`, which ends in finite time and needs no transcendental function:
///
///     offset(t)   = end - (end - start) · (1 - t/d)⁴
///     velocity(t) = 4 · (end - start) / d · (1 - t/d)³
///
/// For any wanted end the duration `d = 4 · (end - start) / velocity` makes it leave with exactly the velocity that the
/// pointer had, so the eye sees no jerk. With the natural end, `start + velocity / f`, the duration is `4 / f`.
///
/// A pure value: it knows no clock. Times are seconds since the flick began.
///
/// ```swift
/// if let flick = Deceleration(from: 0, velocity: 800, friction: 4, to: 220) {
///     print(flick.duration, flick.offset(after: flick.duration))
///     // prints 1.1 220.0
/// }
/// ```
///
/// ## Behavior
/// - It leaves with exactly the velocity that it is given, and lands exactly on its end.
/// - Its velocity is the slope of its offset.
/// - It carries its velocity divided by the friction, if nothing else is asked for.
/// - It refuses an end that lies behind it, too near or too far.
public struct Deceleration: Hashable, Sendable {
    /// Where the flick begins, in points.
    public let start: Double

    /// Where the flick ends, in points.
    public let end: Double

    /// How fast the flick begins, in points per second; negative towards smaller offsets.
    public let velocity: Double

    /// How long the flick takes, in seconds.
    public var duration: Double { 4 * (end - start) / velocity }

    /// Makes a flick that ends at a given offset.
    ///
    /// - Parameters:
    ///   - start: Where it begins, in points.
    ///   - velocity: How fast it begins, in points per second.
    ///   - friction: How strongly it is slowed down, per second.
    ///   - end: Where it ends, in points.
    /// - Returns: `nil` if the end cannot be reached in a natural way: it lies behind the start, or so near or far that
    ///   the flick would last less than a quarter of its natural time, or more than twice as long. Use a ``Glide`` then.
    public init?(from start: Double, velocity: Double, friction: Double, to end: Double) {
        let natural = Self.distance(velocity: velocity, friction: friction)
        let ratio = (end - start) / natural
        guard ratio >= 0.25, ratio <= 2 else { return nil }
        self.start = start
        self.end = end
        self.velocity = velocity
    }

    /// How far a flick carries by itself, in points: `velocity / friction`.
    ///
    /// - Parameters:
    ///   - velocity: How fast it begins, in points per second.
    ///   - friction: How strongly it is slowed down, per second.
    public static func distance(velocity: Double, friction: Double) -> Double {
        velocity / friction
    }

    /// The offset at a time, in points; exactly ``end`` once the duration has passed.
    ///
    /// - Parameter seconds: The time since the flick began.
    /// - Complexity: O(1).
    public func offset(after seconds: Double) -> Double {
        guard seconds < duration else { return end }
        let rest = remaining(after: seconds)
        return end - (end - start) * rest * rest * rest * rest
    }

    /// The velocity at a time, in points per second; 0 once the duration has passed.
    ///
    /// - Parameter seconds: The time since the flick began.
    /// - Complexity: O(1).
    public func velocity(after seconds: Double) -> Double {
        guard seconds < duration else { return 0 }
        let rest = remaining(after: seconds)
        return velocity * rest * rest * rest
    }

    /// The share of the time that is still to come, from 1 down to 0.
    private func remaining(after seconds: Double) -> Double {
        1 - max(0, seconds) / duration
    }
}
