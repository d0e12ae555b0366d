internal import CAdwaita

/// A sequence of touches or clicks that means something.
@MainActor
public class Gesture: EventController {
    /// Takes the sequence for this gesture: the others that watch it, those of child widgets too, give up.
    public func claim() {
        gtk_gesture_set_state(object.opaque, GTK_EVENT_SEQUENCE_CLAIMED)
    }

    /// Leaves the sequence to the others.
    public func deny() {
        gtk_gesture_set_state(object.opaque, GTK_EVENT_SEQUENCE_DENIED)
    }
}
