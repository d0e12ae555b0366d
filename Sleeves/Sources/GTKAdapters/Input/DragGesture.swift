internal import CAdwaita

/// A gesture for moving with the button or the finger held down.
@MainActor
public final class DragGesture: Gesture {
    /// Called with the position of the start, in the widget's coordinates. Every click begins a drag.
    public var onBegin: ((_ x: Double, _ y: Double) -> Void)?
    /// Called with the offset from the start.
    public var onUpdate: ((_ dx: Double, _ dy: Double) -> Void)?
    /// Called at the end, with the offset from the start.
    public var onEnd: ((_ dx: Double, _ dy: Double) -> Void)?
    /// Called when the drag is cancelled: another gesture has claimed it, or the pointer is gone.
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
