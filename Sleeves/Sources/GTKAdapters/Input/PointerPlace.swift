internal import CAdwaita

/// A controller that knows where the pointer is.
@MainActor
public final class PointerPlace: EventController {
    /// The pointer's last place, in the widget's coordinates; `nil` while it is elsewhere.
    public private(set) var spot: Spot?

    /// Creates a controller.
    public init() {
        super.init(gtk_event_controller_motion_new(), phase: .capture)
        listen(to: "enter") { [weak self] in self?.spot = Spot(x: $0.double(0), y: $0.double(1)) }
        listen(to: "motion") { [weak self] in self?.spot = Spot(x: $0.double(0), y: $0.double(1)) }
        listen(to: "leave") { [weak self] _ in self?.spot = nil }
    }
}
