internal import CAdwaita

/// A gesture for a finger that stays, which opens menus on a touch screen.
@MainActor
public final class LongPressGesture: Gesture {
    /// Called when the finger has stayed long enough, with the position in the widget's coordinates.
    public var onPress: ((_ x: Double, _ y: Double) -> Void)?

    /// Creates a gesture for touch.
    public init() {
        super.init(gtk_gesture_long_press_new(), phase: .bubble)
        gtk_gesture_single_set_touch_only(object.opaque, 1)
        listen(to: "pressed") { [weak self] in self?.onPress?($0.double(0), $0.double(1)) }
    }
}
