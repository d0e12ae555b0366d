import Heed
import SleevesLibrary

/// The choices about looking for covers on the network: the saved ones, and those that take their place in this run of the program.
///
/// The views set the saved choices and observe the current ones; ``LibrarySession`` applies and saves them.
@MainActor
@KeyValueObservable
final class NetworkChoices {
    /// The choices that options and the environment make. The user can't change them in the window.
    let fixed: NetworkSettings
    /// The choices that the user makes in the window.
    var saved: NetworkSettings
    /// The choices that apply.
    var current: NetworkSettings { saved.overridden(by: fixed) }

    /// Allows requests from now on; `nil` if options or the environment decide that.
    var allow: (@MainActor () -> Void)? {
        if fixed.fetchesCovers != nil { return nil }
        return { [weak self] in self?.saved.fetchesCovers = true }
    }

    init(saved: NetworkSettings, fixed: NetworkSettings) {
        self.saved = saved
        self.fixed = fixed
    }
}
