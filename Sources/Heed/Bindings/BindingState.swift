/// The rules of a binding, without locks or threads: which end to update next, and on which thread.
///
/// One thread at a time works on a binding. Changes made meanwhile, on that thread or another, wait for it, so that the last change wins.
struct BindingState {
    enum Step: Hashable {
        /// The target takes the source's value, whatever it holds.
        case initial
        /// The source has changed.
        case forward
        /// The target has changed.
        case backward
    }

    enum Action: Equatable {
        case carry(Step)
        case rest
        /// The binding is in a circle that doesn't come to rest.
        case stop
    }

    /// The number of times that the binding's own work may cause more work before it counts as an endless loop.
    static var roundLimit: Int { Delivery.turnLimit }

    /// Whether comparing values can distinguish changes that the binding itself causes from others.
    private let canCompare: Bool
    private var worker: ThreadIdentity?
    private var waiting: [Step] = []
    private var rounds = 0
    private(set) var isEnded = false
    /// A step that doesn't count while the binding's own work causes it.
    var ignored: Step?

    init(canCompare: Bool) {
        self.canCompare = canCompare
    }

    /// Notes a change.
    ///
    /// - Returns: Whether this thread must do the work: it then calls ``next()`` until nothing is left to do.
    mutating func note(_ step: Step, on thread: ThreadIdentity) -> Bool {
        guard !isEnded else { return false }
        if worker == thread {
            guard canCompare, step != ignored else { return false }
            if !waiting.contains(step) { rounds += 1 }
        }
        guard worker == nil else {
            if !waiting.contains(step) { waiting.append(step) }
            return false
        }
        // What has waited for the end of a change in place comes after it: that change is the last one.
        waiting.removeAll { $0 == step }
        waiting.insert(step, at: waiting.first == .initial ? 1 : 0)
        worker = thread
        return true
    }

    /// Returns the next action.
    ///
    /// - Parameter canRead: Whether neither end is being changed in place. Otherwise the work waits for the end of that change, which is noted.
    mutating func next(canRead: Bool = true) -> Action {
        let isLoop = rounds > Self.roundLimit
        if !canRead, !isLoop {
            worker = nil
            return .rest
        }
        guard !isEnded, !isLoop, !waiting.isEmpty else {
            worker = nil
            waiting = []
            rounds = 0
            return isLoop && !isEnded ? .stop : .rest
        }
        return .carry(waiting.removeFirst())
    }

    /// Ends the binding.
    mutating func end() {
        isEnded = true
    }
}
