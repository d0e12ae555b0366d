/// The current activity of a scroller.
enum ScrollerPhase: Hashable, Sendable {
    /// The current item is as near to the centre as it can be; nothing moves.
    case resting

    /// A pointer or fingers are holding the strip.
    case held(Hold)

    /// The clock is moving the strip.
    case moving(Movement)
}

extension ScrollerPhase {
    /// A strip held by a pointer or by fingers.
    struct Hold: Hashable, Sendable {
        /// The point where the press began, or `nil` for a touchpad, which has no position.
        var press: ScrollerPoint?

        /// The offset requested when the hold began, in points, before rubber banding.
        var start: Double

        /// The offset requested now, in points, before rubber banding.
        var asked: Double

        /// Whether the hold moved the strip. If not, it may be a tap.
        var hasMoved: Bool

        /// Whether the hold stopped a flick. Releasing it is then not a tap: it selects the item where the strip stopped.
        var caughtFlick: Bool
    }

    /// A strip moved by the clock.
    struct Movement: Hashable, Sendable {
        enum Curve: Hashable, Sendable {
            case glide(Glide)
            case deceleration(Deceleration)
        }

        var curve: Curve

        /// The item that will be centred.
        var target: Int

        /// Whether the target becomes current only at the end. If not, it is current already.
        var selectsAtEnd: Bool

        /// The time of the first frame, in seconds; `nil` before it.
        var startTime: Double?

        /// The offset where the movement ends, in points.
        var end: Double {
            switch curve {
            case .glide(let glide): glide.end
            case .deceleration(let deceleration): deceleration.end
            }
        }

        /// The duration of the movement, in seconds.
        var duration: Double {
            switch curve {
            case .glide(let glide): glide.duration
            case .deceleration(let deceleration): deceleration.duration
            }
        }

        /// Returns the offset at a time since the first frame, in points.
        func offset(after seconds: Double) -> Double {
            switch curve {
            case .glide(let glide): glide.offset(after: seconds)
            case .deceleration(let deceleration): deceleration.offset(after: seconds)
            }
        }
    }
}
