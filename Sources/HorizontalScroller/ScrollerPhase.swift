/// What a scroller is doing.
enum ScrollerPhase: Hashable, Sendable {
    /// The current item is as near to the centre as it can be; nothing moves.
    case resting

    /// A pointer or fingers hold the strip.
    case held(Hold)

    /// The clock moves the strip.
    case moving(Movement)
}

extension ScrollerPhase {
    /// A strip held by a pointer or by fingers.
    struct Hold: Hashable, Sendable {
        /// Where the press began, or `nil` for a touchpad, which points nowhere.
        var press: ScrollerPoint?

        /// The offset that was asked for when the hold began, in points, before rubber banding.
        var start: Double

        /// The offset that is asked for now, in points, before rubber banding.
        var asked: Double

        /// Whether the hold moved the strip. If not, it may be a tap.
        var hasMoved: Bool

        /// Whether the hold stopped a flick. Letting go then is no tap: it chooses where the strip was stopped.
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

        /// The time of the first frame, in seconds; `nil` until it came.
        var startTime: Double?

        /// Where the movement ends, in points.
        var end: Double {
            switch curve {
            case .glide(let glide): glide.end
            case .deceleration(let deceleration): deceleration.end
            }
        }

        /// How long the movement takes, in seconds.
        var duration: Double {
            switch curve {
            case .glide(let glide): glide.duration
            case .deceleration(let deceleration): deceleration.duration
            }
        }

        /// The offset at a time since the first frame, in points.
        func offset(after seconds: Double) -> Double {
            switch curve {
            case .glide(let glide): glide.offset(after: seconds)
            case .deceleration(let deceleration): deceleration.offset(after: seconds)
            }
        }
    }
}
