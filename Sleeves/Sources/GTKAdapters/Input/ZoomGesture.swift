internal import CAdwaita

/// A gesture for two fingers that move apart or together, on a screen or a touchpad.
@MainActor
public final class ZoomGesture: Gesture {
    /// Called when the fingers begin.
    public var onBegin: (() -> Void)?
    /// Called with the distance of the fingers, relative to the one at the beginning.
    public var onZoom: ((_ scale: Double) -> Void)?

    /// Creates a gesture.
    public init() {
        super.init(gtk_gesture_zoom_new(), phase: .capture)
        listen(to: "begin") { [weak self] _ in self?.onBegin?() }
        listen(to: "scale-changed") { [weak self] in self?.onZoom?($0.double(0)) }
    }
}
