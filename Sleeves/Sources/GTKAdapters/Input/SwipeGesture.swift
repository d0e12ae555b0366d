internal import CAdwaita

/// A gesture that measures the velocity at the end of a drag.
@MainActor
public final class SwipeGesture: Gesture {
    /// Called with the velocity at the end, in logical pixels per second. 0 after a pause.
    public var onSwipe: ((_ vx: Double, _ vy: Double) -> Void)?

    /// Creates a gesture for touch, and, unless it is for touch only, for the primary button.
    public init(isTouchOnly: Bool = false) {
        super.init(gtk_gesture_swipe_new(), phase: .bubble)
        gtk_gesture_single_set_touch_only(object.opaque, isTouchOnly ? 1 : 0)
        listen(to: "swipe") { [weak self] in self?.onSwipe?($0.double(0), $0.double(1)) }
    }
}
