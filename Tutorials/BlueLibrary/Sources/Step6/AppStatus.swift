import Heed

/// The program's state, as the system sees it.
@KeyValueObservable
final class AppStatus {
    enum State {
        case launching, active, inactive, terminating
    }

    var state = State.launching
}
