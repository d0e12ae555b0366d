internal import CAdwaita

/// A gesture for clicks and taps.
@MainActor
public final class ClickGesture: Gesture {
    /// Called with the number of the click in a series (2: double-click) and the position, in the widget's coordinates.
    public var onPress: ((_ count: Int, _ x: Double, _ y: Double) -> Void)?
    /// Called when the pressed button is released, unless another gesture has claimed the sequence.
    public var onRelease: ((_ count: Int, _ x: Double, _ y: Double) -> Void)?

    /// Creates a gesture for the primary button and touch.
    public init(phase: Phase = .bubble) {
        super.init(gtk_gesture_click_new(), phase: phase)
        listen(to: "pressed") { [weak self] in self?.onPress?($0.int(0), $0.double(1), $0.double(2)) }
        listen(to: "released") { [weak self] in self?.onRelease?($0.int(0), $0.double(1), $0.double(2)) }
    }
}
