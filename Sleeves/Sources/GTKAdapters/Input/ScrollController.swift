internal import CAdwaita

/// A controller for wheels and touchpads.
@MainActor
public final class ScrollController: EventController {
    /// Called with a scroll step: notches of a wheel, or logical pixels of a touchpad. Returns whether it was handled.
    public var onScroll: ((_ dx: Double, _ dy: Double, _ isPixels: Bool) -> Bool)?
    /// Called when fingers leave a touchpad in motion, with the velocity in logical pixels per second.
    public var onDecelerate: ((_ vx: Double, _ vy: Double) -> Void)?

    /// Creates a controller for both directions.
    public init(phase: Phase = .bubble) {
        let flags = GtkEventControllerScrollFlags(
            GTK_EVENT_CONTROLLER_SCROLL_BOTH_AXES.rawValue | GTK_EVENT_CONTROLLER_SCROLL_KINETIC.rawValue
        )
        super.init(gtk_event_controller_scroll_new(flags), phase: phase)
        listen(deciding: "scroll") { [weak self] arguments in
            guard let self, let onScroll else { return false }
            let isPixels = gtk_event_controller_scroll_get_unit(object.opaque) == GDK_SCROLL_UNIT_SURFACE
            return onScroll(arguments.double(0), arguments.double(1), isPixels)
        }
        listen(to: "decelerate") { [weak self] in self?.onDecelerate?($0.double(0), $0.double(1)) }
    }
}
