internal import CAdwaita

/// Moving with the button or the finger held down.
@MainActor
public final class DragGesture: Gesture {
    /// Called with the place where it begins, in the widget's coordinates. Every click begins a drag.
    public var onBegin: ((_ x: Double, _ y: Double) -> Void)?
    /// Called with the way from the beginning.
    public var onUpdate: ((_ dx: Double, _ dy: Double) -> Void)?
    /// Called with the whole way, when it ends.
    public var onEnd: ((_ dx: Double, _ dy: Double) -> Void)?
    /// Called when it is broken off: another gesture has taken it, or the pointer is gone.
    public var onCancel: (() -> Void)?

    /// Creates a gesture for the primary button and touch.
    public init(phase: Phase = .bubble) {
        super.init(gtk_gesture_drag_new(), phase: phase)
        listen(to: "drag-begin") { [weak self] in self?.onBegin?($0.double(0), $0.double(1)) }
        listen(to: "drag-update") { [weak self] in self?.onUpdate?($0.double(0), $0.double(1)) }
        listen(to: "drag-end") { [weak self] in self?.onEnd?($0.double(0), $0.double(1)) }
        listen(to: "cancel") { [weak self] _ in self?.onCancel?() }
    }
}
