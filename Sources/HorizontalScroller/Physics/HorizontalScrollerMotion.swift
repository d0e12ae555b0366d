/// The way in which a strip of items moves.
///
/// ```swift
/// scroller.motion.centringDuration = settings.reducesMotion ? 0 : 0.25
/// ```
///
/// ## Behavior
/// - A glide takes the centring duration. With a duration of 0, nothing is animated.
/// - A glide covers at most the longest glide; the strip jumps the rest of a longer distance first.
/// - With a rubber banding of 0, the strip stops at its ends.
/// - A press that moves less than the drag threshold is a tap.
/// - Invalid values trap with a message that names the fix.
public struct HorizontalScrollerMotion: Hashable, Sendable {
    /// The time that an item takes to glide to the centre, in seconds. With 0 nothing is animated: the strip jumps, even where a flick
    /// would have carried it. Use 0 for "reduce motion".
    public var centringDuration: Double

    /// The longest distance of a glide, in widths of the viewport. Greater than 0.
    ///
    /// Over a longer distance, such as from the first of 100,000 items to the last, nothing would be recognizable, and every item on the
    /// way would need a view. So the strip first jumps to this distance from its target, and glides from there.
    public var longestGlide: Double

    /// The deceleration of a flick, per second: it covers `velocity / friction` points. Greater than 0.
    public var friction: Double

    /// The degree to which the strip follows a drag beyond its ends, from 0 (not at all) to 1 (initially as far as the pointer).
    public var rubberBanding: Double

    /// The velocity below which the end of a drag is not a flick, in points per second. 0 or more.
    public var minimumFlickVelocity: Double

    /// The distance that a press must move to become a drag instead of a tap, in points. 0 or more.
    public var dragThreshold: Double

    /// Creates a motion; every value has a default.
    ///
    /// - Parameters:
    ///   - centringDuration: The time that an item takes to glide to the centre, in seconds; 0 jumps.
    ///   - longestGlide: The longest distance of a glide, in widths of the viewport.
    ///   - friction: The deceleration of a flick, per second.
    ///   - rubberBanding: How closely the strip follows a drag beyond its ends, from 0 to 1.
    ///   - minimumFlickVelocity: The velocity below which the end of a drag is not a flick, in points per second.
    ///   - dragThreshold: The distance that a press must move to become a drag, in points.
    public init(
        centringDuration: Double = 0.25,
        longestGlide: Double = 4,
        friction: Double = 4,
        rubberBanding: Double = 0.55,
        minimumFlickVelocity: Double = 50,
        dragThreshold: Double = 8
    ) {
        self.centringDuration = centringDuration
        self.longestGlide = longestGlide
        self.friction = friction
        self.rubberBanding = rubberBanding
        self.minimumFlickVelocity = minimumFlickVelocity
        self.dragThreshold = dragThreshold
    }
}

extension HorizontalScrollerMotion {
    /// A description of the first invalid value and its fix; `nil` if all are valid.
    var problem: String? {
        guard centringDuration >= 0, centringDuration.isFinite else {
            return "the centring duration is \(centringDuration); give a finite number of seconds, 0 or more"
        }
        guard longestGlide > 0, longestGlide.isFinite else {
            return "the longest glide is \(longestGlide); give a finite number of viewports of more than 0"
        }
        guard friction > 0, friction.isFinite else {
            return "the friction is \(friction); give a finite number of more than 0 per second"
        }
        guard (0...1).contains(rubberBanding) else {
            return "the rubber banding is \(rubberBanding); give a number from 0 to 1"
        }
        guard minimumFlickVelocity >= 0, dragThreshold >= 0 else {
            return "the minimum flick velocity or the drag threshold is negative; give 0 or more"
        }
        return nil
    }
}
