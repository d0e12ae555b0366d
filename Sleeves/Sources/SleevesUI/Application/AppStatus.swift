import Heed
import SleevesLibrary

/// Where the program is in its life, and what would have to be restored if it ended now.
///
/// Whoever knows sets it; ``AppStatusWatcher`` observes it.
@MainActor
@KeyValueObservable
final class AppStatus {
    /// The phases of the program's life.
    enum Phase {
        case launching
        /// The window has the keyboard.
        case active
        /// The window is open, and another program has the keyboard.
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
