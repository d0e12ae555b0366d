/// The rules of a binding, without locks or threads: when to look at the ends, and on which thread.
///
/// One thread at a time works on a binding. Changes made meanwhile, on that thread or another, wait for it, so that the last change wins.
struct BindingState: Hashable {
    /// The reasons to look at the ends.
    struct Steps: OptionSet, Hashable {
        let rawValue: UInt8

        /// The target takes the source's value, whatever it holds.
        static let initial = Steps(rawValue: 1)
        /// The source has changed.
        static let forward = Steps(rawValue: 2)
        /// The target has changed.
        static let backward = Steps(rawValue: 4)
    }

    /// The changes since the binding last looked at its ends.
    struct Changes: Hashable {
        var steps: Steps = []
        /// The last one.
        var last: Steps = []
        /// Whether a change that the binding itself has made has yet to be noted.
        var awaitsEcho = false
    }

    enum Action: Equatable {
        case carry(Changes)
        /// An end is being changed in place. The end of that change is noted, and continues the work.
        case wait
        case rest
        /// The binding has ended, and nobody else works on it.
        case end
        /// The binding is in a circle that doesn't come to rest.
        case stop
    }

    /// The number of times that the binding's own work may cause more work before it counts as an endless loop.
    static var roundLimit: Int { Delivery.turnLimit }

    /// Whether comparing values can distinguish changes that the binding itself causes from others.
    private let canCompare: Bool
    private var worker: ThreadIdentity?
    private var waiting = Changes()
    private var rounds = 0
    private(set) var isEnded = false
    /// The steps that the binding's own writes cause, and that have not been noted yet. Another thread may note them, after the write.
    private var dueEchoes: Steps = []
    /// The steps of which the worker's first note within a write is the echo, or comes after it.
    private var directEchoes: Steps = []
    /// A step that doesn't count while the binding's own work causes it.
    private var ignored: Steps = []

    init(canCompare: Bool) {
        self.canCompare = canCompare
    }

    /// Notes a change.
    ///
    /// - Parameter isNested: Whether the thread is delivering other changes, around this one.
    /// - Returns: Whether this thread must do the work: it then calls ``next()`` until nothing is left to do.
    mutating func note(_ step: Steps, on thread: ThreadIdentity, isNested: Bool = false) -> Bool {
        guard !isEnded else { return false }
        if worker == thread {
            dueEchoes.subtract(step.intersection(directEchoes))
            guard canCompare, step != ignored else { return false }
            if waiting.steps.isEmpty { rounds += 1 }
        } else {
            rounds = 0
        }
        waiting.steps.formUnion(step)
        waiting.last = step
        guard worker == nil else { return false }
        worker = thread
        // A thread delivers its own change first, and those that other threads have stored since. While it is already delivering changes of that end,
        // it may deliver earlier ones within the write, and the echo afterwards.
        directEchoes = isNested ? [] : Steps([.forward, .backward]).subtracting(step)
        return true
    }

    /// Returns the next action.
    ///
    /// - Parameter canRead: Whether neither end is being changed in place.
    mutating func next(canRead: Bool = true) -> Action {
        let isLoop = rounds > Self.roundLimit
        if isEnded || isLoop || !canRead || waiting.steps.isEmpty { worker = nil }
        if isEnded { return .end }
        if !canRead, !isLoop { return .wait }
        defer { waiting = Changes() }
        guard worker != nil else {
            rounds = 0
            return isLoop ? .stop : .rest
        }
        waiting.awaitsEcho = !dueEchoes.isEmpty
        return .carry(waiting)
    }

    /// Prepares for a write of the binding itself.
    ///
    /// - Parameters:
    ///   - echo: The step that the write causes.
    ///   - isIgnored: Whether the step doesn't count until ``didWrite()``.
    mutating func willWrite(echo: Steps, isIgnored: Bool) {
        dueEchoes.formUnion(echo)
        if isIgnored { ignored = echo }
    }

    /// Counts every step again.
    mutating func didWrite() {
        ignored = []
    }

    /// Stops waiting for the changes that the binding's own writes cause, because no more of them will be noted.
    mutating func forgetEchoes() {
        dueEchoes = []
    }

    /// Ends the binding.
    ///
    /// - Returns: Whether it had not ended, and nobody works on it.
    mutating func end() -> Bool {
        defer { isEnded = true }
        return !isEnded && worker == nil
    }
}
