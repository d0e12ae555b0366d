/// The rules of a binding, without locks or threads: what is to be brought in line next, and by whom.
///
/// One thread at a time works on a binding. What changes meanwhile, on that thread or another, waits for it, so that the last change is
/// the one that stays.
struct BindingState {
    enum Step: Hashable {
        /// The target takes over from the source, whatever it holds.
        case initial
        /// The source has changed.
        case forward
        /// The target has changed.
        case backward
    }

    enum Action: Equatable {
        case carry(Step)
        case rest
        /// The binding goes round in a circle without coming to rest.
        case stop
    }

    /// How often the binding's own work may bring more work before it counts as a loop without end.
    static let roundLimit = Delivery.turnLimit

    /// Whether changes that the binding itself causes can be told from others, by comparing.
    private let canCompare: Bool
    private var worker: ThreadIdentity?
    private var waiting: [Step] = []
    private var rounds = 0
    private(set) var isEnded = false

    init(canCompare: Bool) {
        self.canCompare = canCompare
    }

    /// Something has changed.
    ///
    /// - Returns: Whether this thread is to do the work: ask for ``next()`` until it says that there is nothing more to do.
    mutating func note(_ step: Step, on thread: ThreadIdentity) -> Bool {
        guard !isEnded else { return false }
        if worker == thread {
            guard canCompare else { return false }
            if !waiting.contains(step) { rounds += 1 }
        }
        if !waiting.contains(step) { waiting.append(step) }
        guard worker == nil else { return false }
        worker = thread
        return true
    }

    /// What to do next.
    mutating func next() -> Action {
        let isLoop = rounds > Self.roundLimit
        guard !isEnded, !isLoop, !waiting.isEmpty else {
            worker = nil
            waiting = []
            rounds = 0
            return isLoop && !isEnded ? .stop : .rest
        }
        return .carry(waiting.removeFirst())
    }

    /// Nothing more is to be done.
    mutating func end() {
        isEnded = true
    }
}
