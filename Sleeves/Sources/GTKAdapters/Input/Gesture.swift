internal import CAdwaita

/// A recognizer for a sequence of touches or clicks.
@MainActor
public class Gesture: EventController {
    /// Claims the sequence for this gesture. The other gestures that follow it, including those of child widgets, are cancelled.
    public func claim() {
        gtk_gesture_set_state(object.opaque, GTK_EVENT_SEQUENCE_CLAIMED)
    }
}
