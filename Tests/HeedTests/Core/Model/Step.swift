extension RegistryModel {
    /// The position in a function: its next access.
    enum Step: UInt8, Hashable {
        /// Between two operations of a thread's program or of a handler. `a` is the observer, or zero; `b` the next operation.
        case operations

        // `deliver(raw:to:)`, `deliverNow`, `pin`, `unpin`
        case loadCount, completeEarlier, pin, loadHead, loadNewest, unpin, loadWaste
        // `Delivery.walk`. `a` is the delivery, `b` the place in the list.
        case loadState, enterHandler, leaveHandler

        // `ThreadGuards.claim`. `a` is a block.
        case loadBlockToClaim, exchangeClaim, storeClaim, loadBlockBeforeNew, exchangeBlock, releaseClaim
        // `isPinned`, `ThreadGuards.isGuarded`. `a` is a block, `b` the guard in it.
        case loadPins, loadNewestBlock, loadGuard

        // `remove`. `a` is the observer, `b` counts former lists.
        case lockToRemove, lookFirst, markRemoved, storeCountRemoved, lookedOnce, markInFormer, announceRemoved, lookedTwice
        // `letEverybodyGo`. `a` is the list, `b` the place in it.
        case lockToEnd, markEnded, storeCountEnded, announceEnd, lookedAtEnd
        // `add`. `a` is the observer.
        case lockToAdd, storeCountAdded, storeEntry, storeState, storeHead, storeNewest, publishRebuilt
        // `retire`. `a` is the list.
        case retireLooked, announceFormer, retireLookedAgain
        // `clear`.
        case vacateLast, storeNoWaste, publishCompacted
        // `collect`.
        case lockToCollect, collectLooked

        case unlock, letGo

        var takesLock: Bool {
            switch self {
            case .lockToRemove, .lockToEnd, .lockToAdd, .lockToCollect: true
            default: false
            }
        }
    }

    /// Whether a step touched shared state, or only the thread's own.
    enum Access { case shared, own }

    func canStep(_ worker: Int) -> Bool {
        guard let step = workers[worker].frames.last?.step else { return false }
        return !step.takesLock || lockOwner < 0
    }

    /// Makes one access to shared state, with the work that belongs to it.
    mutating func step(_ worker: Int, _ scenario: Scenario) throws(ModelViolation) {
        while canStep(worker) {
            guard try perform(worker, scenario) == .own else { return }
        }
    }

    private mutating func perform(_ worker: Int, _ scenario: Scenario) throws(ModelViolation) -> Access {
        let frame = workers[worker].frames[workers[worker].frames.count - 1]
        switch frame.step {
        case .operations: return begin(worker, frame, scenario)
        case .loadCount, .completeEarlier, .pin, .loadHead, .loadNewest, .unpin, .loadWaste:
            return try deliver(worker, frame, scenario)
        case .loadState, .enterHandler, .leaveHandler: return try walk(worker, frame, scenario)
        case .loadBlockToClaim, .exchangeClaim, .storeClaim, .loadBlockBeforeNew, .exchangeBlock, .releaseClaim:
            return claim(worker, frame, scenario)
        case .loadPins, .loadNewestBlock, .loadGuard: return look(worker, frame, scenario)
        case .lockToRemove, .lookFirst, .markRemoved, .storeCountRemoved, .lookedOnce, .markInFormer, .announceRemoved, .lookedTwice:
            return remove(worker, frame, scenario)
        case .lockToEnd, .markEnded, .storeCountEnded, .announceEnd, .lookedAtEnd: return end(worker, frame, scenario)
        case .lockToAdd, .storeCountAdded, .storeEntry, .storeState, .storeHead, .storeNewest, .publishRebuilt:
            return add(worker, frame, scenario)
        case .retireLooked, .announceFormer, .retireLookedAgain: return retire(worker, frame)
        case .vacateLast, .storeNoWaste, .publishCompacted: return clear(worker, frame, scenario)
        case .lockToCollect, .collectLooked: return collect(worker, frame, scenario)
        case .unlock:
            lockOwner = -1
            workers[worker].isPinned = false
            removalReturned.formUnion(markedUnderLock)
            markedUnderLock = []
            go(worker, to: .letGo)
            return .shared
        case .letGo: return try letGo(worker)
        }
    }

    // MARK: Functions

    mutating func go(_ worker: Int, to step: Step, a: Int? = nil, b: Int? = nil) {
        let top = workers[worker].frames.count - 1
        workers[worker].frames[top].step = step
        if let a { workers[worker].frames[top].a = a }
        if let b { workers[worker].frames[top].b = b }
    }

    /// Calls a function, after which the caller continues at a step.
    mutating func call(_ worker: Int, _ step: Step, a: Int = 0, b: Int = 0, then next: Step) {
        go(worker, to: next)
        workers[worker].frames.append(Frame(step: step, a: a, b: b))
    }

    mutating func goBack(_ worker: Int) {
        workers[worker].frames.removeLast()
    }

    // MARK: The program

    /// Begins the next operation of a thread's program, or of a handler.
    private mutating func begin(_ worker: Int, _ frame: Frame, _ scenario: Scenario) -> Access {
        let operations = frame.a == 0 ? scenario.programs[worker] : scenario.handlers[frame.a] ?? []
        guard frame.b < operations.count else {
            goBack(worker)
            return .own
        }
        go(worker, to: .operations, b: frame.b + 1)
        switch operations[frame.b] {
        case .deliver: call(worker, .loadCount, then: .operations)
        case .add(let id): call(worker, .lockToAdd, a: id, then: .operations)
        case .remove(let id): call(worker, .lockToRemove, a: id, then: .operations)
        case .end: call(worker, .lockToEnd, then: .operations)
        case .enterOther:
            if workers[worker].block < 0 {
                // First the thread must claim its guards.
                go(worker, to: .operations, b: frame.b)
                call(worker, .loadBlockToClaim, then: .operations)
                return .own
            }
            blocks[workers[worker].block].guards[workers[worker].guardsUsed] = .other
            workers[worker].guardsUsed += 1
            return .shared
        case .leaveOther:
            workers[worker].guardsUsed -= 1
            blocks[workers[worker].block].guards[workers[worker].guardsUsed] = .none
            return .shared
        case .exit:
            if workers[worker].block >= 0 { call(worker, .releaseClaim, then: .operations) }
        }
        return .own
    }
}
