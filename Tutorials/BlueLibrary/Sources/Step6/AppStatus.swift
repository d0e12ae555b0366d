import Heed

/// What the program is doing, as the system sees it.
@KeyValueObservable
final class AppStatus {
    enum State {
        case launching, active, inactive, terminating
    }

    var state = State.launching
}
