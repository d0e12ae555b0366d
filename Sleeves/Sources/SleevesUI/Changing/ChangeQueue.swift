/// A queue of the user's changes to the library, which are made in the order in which the user asks for them.
///
/// Without it, a step of undo that is asked for right after a change could undo the change before that.
@MainActor
final class ChangeQueue {
    /// Called when ``isBusy`` changes.
    var onBusy: (() -> Void)?
    /// Whether a change is under way.
    var isBusy: Bool { count > 0 }

    private var count = 0 {
        didSet { if (count > 0) != (oldValue > 0) { onBusy?() } }
    }
    private var last: Task<Void, Never>?

    /// Makes a change after those that were asked for before.
    func add(_ change: @escaping @MainActor () async -> Void) {
        count += 1
        last = Task { [last] in
            await last?.value
            await change()
            count -= 1
        }
    }
}
