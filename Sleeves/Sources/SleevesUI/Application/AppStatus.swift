import Heed
import SleevesLibrary

/// The phase of the program's life, and the state to restore after it ends.
///
/// The controllers set it; ``AppStatusWatcher`` observes it.
@MainActor
@KeyValueObservable
final class AppStatus {
    /// The phases of the program's life.
    enum Phase {
        case launching
        /// The window has the keyboard focus.
        case active
        /// The window is open, but another program has the keyboard focus.
        case inactive
        /// The window is minimised or hidden.
        case background
        /// The program is about to end.
        case terminating
    }

    var phase = Phase.launching
    var restorable: LibraryState

    init(restorable: LibraryState) {
        self.restorable = restorable
    }
}
