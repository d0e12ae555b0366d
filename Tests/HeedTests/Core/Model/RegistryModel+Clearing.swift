extension RegistryModel {
    /// `retire(_:_:)`.
    mutating func retire(_ worker: Int, _ frame: Frame) -> Access {
        switch frame.step {
        case .retireLooked:
            guard workers[worker].isPinned else {
                workers[worker].droppedTables.append(frame.a)
                goBack(worker)
                return .own
            }
            go(worker, to: .announceFormer)
            return .own
        case .announceFormer:
            formerTables.append(frame.a)
            hasWaste = true
            call(worker, .loadPins, then: .retireLookedAgain)
            return .shared
        default:
            if !workers[worker].isPinned { workers[worker].droppedTables.append(formerTables.removeLast()) }
            goBack(worker)
            return .own
        }
    }

    /// `clear(_:)`.
    mutating func clear(_ worker: Int, _ frame: Frame, _ scenario: Scenario) -> Access {
        switch frame.step {
        case .vacateLast:
            let used = lists[table].used
            if used > 0, !lists[table].slots[used - 1].isActive {
                vacate()
                return .shared
            }
            workers[worker].droppedObservers += removed
            workers[worker].droppedTables += formerTables
            removed = []
            formerTables = []
            let isSparse = isSparse(scenario)
            if hasWaste || isSparse {
                go(worker, to: .storeNoWaste)
            } else {
                goBack(worker)
            }
            return .own
        case .storeNoWaste:
            hasWaste = false
            if isSparse(scenario) { go(worker, to: .publishCompacted) } else { goBack(worker) }
            return .shared
        default:  // publishCompacted
            if frame.a == -1 {  // Only where the weakness is to retire before publishing.
                head = table
                go(worker, to: .unlock)
                return .shared
            }
            let former = table
            rebuild()
            head = table
            goBack(worker)
            workers[worker].frames.append(Frame(step: .retireLooked, a: former))
            workers[worker].frames.append(Frame(step: .loadPins))
            return .shared
        }
    }

    private func isSparse(_ scenario: Scenario) -> Bool {
        let inactive = lists[table].slots.prefix(lists[table].used).count { !$0.isActive }
        return inactive > scenario.tolerated && inactive > count
    }

    /// `collect()`.
    mutating func collect(_ worker: Int, _ frame: Frame, _ scenario: Scenario) -> Access {
        if frame.step == .lockToCollect {
            lockOwner = worker
            workers[worker].isPinned = false
            go(worker, to: .collectLooked)
            if scenario.weakness != .collectsWithoutLooking { call(worker, .loadPins, then: .collectLooked) }
            return .shared
        }
        if workers[worker].isPinned {
            go(worker, to: .unlock)
        } else {
            call(worker, .vacateLast, then: .unlock)
        }
        return .own
    }

    /// `letEverybodyGo()`.
    mutating func end(_ worker: Int, _ frame: Frame, _ scenario: Scenario) -> Access {
        switch frame.step {
        case .lockToEnd:
            lockOwner = worker
            hasEnded = true
            removalBegun.formUnion(addBegun)
            markedUnderLock = addBegun
            go(worker, to: .markEnded, a: -1, b: 0)
        case .markEnded:
            // First the current list, then the earlier ones.
            let all = [table] + formerTables
            let list = max(frame.a, 0)
            guard list < all.count else {
                go(worker, to: .storeCountEnded)
                return .own
            }
            guard frame.b < lists[all[list]].used else {
                go(worker, to: .markEnded, a: list + 1, b: 0)
                return .own
            }
            let slot = lists[all[list]].slots[frame.b]
            if slot.isActive, list == 0 { removed.append(slot.entry) }
            lists[all[list]].slots[frame.b].state &= ~1
            go(worker, to: .markEnded, b: frame.b + 1)
        case .storeCountEnded:
            count = 0
            go(worker, to: .announceEnd)
        case .announceEnd:
            hasWaste = true
            call(worker, .loadPins, then: .lookedAtEnd)
        default:
            if workers[worker].isPinned {
                go(worker, to: .unlock)
            } else {
                call(worker, .vacateLast, then: .unlock)
            }
            return .own
        }
        return .shared
    }

    /// `Dropped.letGo()`, `Removal.finish()`, and freeing what `add` gets back: all after the lock. Done here in one step, at the earliest
    /// moment, which is the worst case.
    mutating func letGo(_ worker: Int) throws(ModelViolation) -> Access {
        let isNothing = workers[worker].droppedTables.isEmpty && workers[worker].droppedObservers.isEmpty
        for list in workers[worker].droppedTables {
            if lists[list].isFreed { throw ModelViolation(what: "a list is freed twice") }
            lists[list].isFreed = true
        }
        for id in workers[worker].droppedObservers {
            if released.contains(.one(id)) { throw ModelViolation(what: "a handler is released twice") }
            released.insert(.one(id))
        }
        workers[worker].droppedTables = []
        workers[worker].droppedObservers = []
        goBack(worker)
        return isNothing ? .own : .shared
    }

    /// Checks the state after all threads have finished: nothing removed is kept, and nothing else is missing.
    func checkEnd() throws(ModelViolation) {
        guard formerTables.isEmpty, removed.isEmpty else { throw ModelViolation(what: "a removed observer or list is kept") }
        guard released.isSuperset(of: removalReturned) else { throw ModelViolation(what: "a removed handler is never released") }
        guard addReturned.subtracting(removalReturned).isDisjoint(with: released) else {
            throw ModelViolation(what: "a handler that was not removed is released")
        }
        for (number, list) in lists.enumerated() where list.isFreed == (number == table) {
            throw ModelViolation(what: list.isFreed ? "the list in use is freed" : "a replaced list is never freed")
        }
        guard lockOwner < 0, pins == 0, blocks.allSatisfy({ $0.guards.allSatisfy { $0 == .none } }) else {
            throw ModelViolation(what: "a thread has ended inside")
        }
    }
}
