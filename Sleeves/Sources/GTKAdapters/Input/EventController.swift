internal import CAdwaita

/// A source of input for a widget: the base class of gestures and of controllers for keys and wheels.
@MainActor
public class EventController {
    /// The moment at which a controller receives an event, relative to the other widgets between the window and the one under the pointer.
    public enum Phase: Sendable {
        /// Before the widgets inside this one.
        case capture
        /// After them, if none of them handled it.
        case bubble

        var gtk: GtkPropagationPhase {
            switch self {
            case .capture: GTK_PHASE_CAPTURE
            case .bubble: GTK_PHASE_BUBBLE
            }
        }
    }

    let object: GObjectReference
    private var connections: [SignalConnection] = []

    init(_ pointer: OpaquePointer, phase: Phase) {
        object = GObjectReference(taking: UnsafeMutableRawPointer(pointer))
        gtk_event_controller_set_propagation_phase(pointer, phase.gtk)
    }

    /// Returns a reference for the widget, which takes ownership of it.
    func handOver() -> OpaquePointer {
        g_object_ref(object.pointer)
        return object.opaque
    }

    func listen(to signal: String, _ handler: @escaping @MainActor (SignalArguments) -> Void) {
        connections.append(SignalConnection(to: object, signal, handler))
    }

    func listen(deciding signal: String, _ handler: @escaping @MainActor (SignalArguments) -> Bool) {
        connections.append(SignalConnection(deciding: object, signal, handler))
    }

    /// The modifier keys that are held down during the current event.
    public var modifiers: Modifiers {
        Modifiers(gtk_event_controller_get_current_event_state(object.opaque).rawValue)
    }

    /// The time of the current event in seconds, from an arbitrary start.
    public var eventSeconds: Double {
        Double(gtk_event_controller_get_current_event_time(object.opaque)) / 1_000
    }
}
