internal import CAdwaita

/// A gesture for clicks and taps.
@MainActor
public final class ClickGesture: Gesture {
    /// Called with the number of the click in a series (2: double-click) and the position, in the widget's coordinates.
    public var onPress: ((_ count: Int, _ x: Double, _ y: Double) -> Void)?
    /// Called when the pressed button is released, unless another gesture has claimed the sequence.
    public var onRelease: ((_ count: Int, _ x: Double, _ y: Double) -> Void)?

    /// The buttons of a pointer.
    public enum Button: UInt32, Sendable {
        /// The left button of a right-handed mouse; also touch.
        case primary = 1
        /// The button that opens menus.
        case secondary = 3
        /// The button at the side that goes back.
        case back = 8
    }

    /// Creates a gesture for a button.
    public init(button: Button = .primary, phase: Phase = .bubble) {
        super.init(gtk_gesture_click_new(), phase: phase)
        gtk_gesture_single_set_button(object.opaque, button.rawValue)
        listen(to: "pressed") { [weak self] in self?.onPress?($0.int(0), $0.double(1), $0.double(2)) }
        listen(to: "released") { [weak self] in self?.onRelease?($0.int(0), $0.double(1), $0.double(2)) }
    }
}
