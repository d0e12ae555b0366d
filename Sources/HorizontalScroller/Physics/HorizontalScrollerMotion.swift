/// How a strip of items moves.
///
/// ```swift
/// scroller.motion.centringDuration = settings.reducesMotion ? 0 : 0.25
/// ```
///
/// ## Behavior
/// - A glide takes the centring duration. With none, nothing is animated.
/// - A glide goes no further than the longest glide; the rest of a longer way is jumped at its beginning.
/// - With a rubber banding of 0 the strip stops at its ends.
/// - A press that moves less than the drag threshold is a tap.
/// - Measures that cannot be used stop the program with a message that names the fix.
public struct HorizontalScrollerMotion: Hashable, Sendable {
    /// How long an item takes to glide to the centre, in seconds. With 0 nothing is animated: the strip jumps, also
    /// where a flick would have carried it. That is what "reduce motion" asks for.
    public var centringDuration: Double

    /// How far a glide goes at most, in widths of the viewport. More than 0.
    ///
    /// Of a longer way, as from the first of 100,000 items to the last, nobody could see anything, and every item on it would need a view:
    /// the strip jumps to where so much is left, and glides from there.
    public var longestGlide: Double

    /// How strongly a flick is slowed down, per second: it carries `velocity / friction` points far. More than 0.
    public var friction: Double

    /// How far the strip follows a drag beyond its ends, from 0 (not at all) to 1 (at first as far as the pointer goes).
    public var rubberBanding: Double

    /// The velocity below which the end of a drag is not a flick, in points per second. 0 or more.
    public var minimumFlickVelocity: Double

    /// How far a press must move before it is a drag and no longer a tap, in points. 0 or more.
    public var dragThreshold: Double

    /// Makes a way of moving; every measure has a default.
    ///
    /// - Parameters:
    ///   - centringDuration: How long an item takes to glide to the centre, in seconds; 0 jumps.
    ///   - longestGlide: How far a glide goes at most, in widths of the viewport.
    ///   - friction: How strongly a flick is slowed down, per second.
    ///   - rubberBanding: How far the strip follows a drag beyond its ends, from 0 to 1.
    ///   - minimumFlickVelocity: The velocity below which the end of a drag is not a flick, in points per second.
    ///   - dragThreshold: How far a press must move before it is a drag, in points.
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
    /// What is wrong with the measures, with the way to mend it; `nil` if they can be used.
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
