import CAdwaita
import DisplayTesting
import Testing

@testable import GTKAdapters

/// Counts the frames of a window, and the layouts that follow each other at once.
@MainActor
final class FrameCounter {
    /// The largest number of layouts that have followed each other at once.
    private(set) var mostLayouts = 0
    private var layouts = 0
    private var hasLaidOut = false
    /// The number of frames since the last one with a layout.
    private var quietFrames = 0
    private let window: ApplicationWindow
    private var connections: [SignalConnection] = []

    init(_ window: ApplicationWindow) {
        self.window = window
        guard let clock = gtk_widget_get_frame_clock(window.gtk) else { preconditionFailure("the window has to be shown") }
        let object = GObjectReference(sharing: UnsafeMutableRawPointer(clock))
        connections = [
            SignalConnection(to: object, "layout", isAfter: true) { [weak self] _ in self?.noteLayout() },
            SignalConnection(to: object, "after-paint") { [weak self] _ in self?.endFrame() },
        ]
    }

    /// Runs the main loop until the window has had some frames in which nothing was laid out.
    func settle() {
        quietFrames = 0
        TestApplication.turn("nothing is laid out any more") {
            gtk_widget_queue_draw(window.gtk)
            return quietFrames >= 3
        }
    }

    private func noteLayout() {
        hasLaidOut = true
        layouts += 1
        mostLayouts = max(mostLayouts, layouts)
        if layouts == 1 { GLibContext.enqueue { [weak self] in self?.layouts = 0 } }
    }

    private func endFrame() {
        quietFrames = hasLaidOut ? 0 : quietFrames + 1
        hasLaidOut = false
    }
}
