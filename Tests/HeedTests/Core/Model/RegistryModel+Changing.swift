extension RegistryModel {
    // Under the lock, what deliveries do not look at is done together with the next access that they do see.

    /// `remove(_:)`.
    mutating func remove(_ worker: Int, _ frame: Frame, _ scenario: Scenario) -> Access {
        let id = frame.a
        switch frame.step {
        case .lockToRemove:
            lockOwner = worker
            removalBegun.insert(.one(id))
            // Who is not there any more has been removed by somebody else, under the lock.
            if let place = lists[table].slot(of: id) {
                markedUnderLock = .one(id)
                let isActive = lists[table].slots[place].isActive
                go(worker, to: isActive ? scenario.weakness == .looksBeforeMarking ? .lookFirst : .markRemoved : .unlock)
            } else {
                go(worker, to: .unlock)
            }
        case .lookFirst:
            call(worker, .loadPins, then: .markRemoved)
            return .own
        case .markRemoved:  // deactivate()
            let place = lists[table].slot(of: id)!
            lists[table].slots[place].state &= ~1
            go(worker, to: .storeCountRemoved)
        case .storeCountRemoved:
            count -= 1
            if scenario.weakness == .looksBeforeMarking {
                go(worker, to: .lookedOnce)
            } else {
                call(worker, .loadPins, then: .lookedOnce)
            }
        case .lookedOnce:
            if workers[worker].isPinned {
                go(worker, to: .markInFormer, b: 0)
            } else {
                workers[worker].droppedObservers.append(id)
                call(worker, .vacateLast, then: .unlock)
            }
            return .own
        case .markInFormer:
            guard frame.b < formerTables.count, scenario.weakness != .leavesFormerListsUnmarked else {
                removed.append(id)
                if scenario.weakness == .announcesAfterLooking {
                    call(worker, .loadPins, then: .lookedTwice)
                } else {
                    go(worker, to: .announceRemoved)
                }
                return .own
            }
            let former = formerTables[frame.b]
            if let place = lists[former].slot(of: id) { lists[former].slots[place].state &= ~1 }
            go(worker, to: .markInFormer, b: frame.b + 1)
        case .announceRemoved:
            if scenario.weakness != .doesNotAnnounce { hasWaste = true }
            switch scenario.weakness {
            case .doesNotLookAgain, .announcesAfterLooking: go(worker, to: .unlock)
            default: call(worker, .loadPins, then: .lookedTwice)
            }
        default:  // lookedTwice
            if workers[worker].isPinned {
                if scenario.weakness == .vacatesPlacesInUse, id == lists[table].slots[lists[table].used - 1].id { vacate() }
                go(worker, to: scenario.weakness == .announcesAfterLooking ? .announceRemoved : .unlock)
            } else {
                hasWaste = hasWaste || scenario.weakness == .announcesAfterLooking
                call(worker, .vacateLast, then: .unlock)
            }
            return .own
        }
        return .shared
    }

    private mutating func vacate() {
        lists[table].used -= 1
        lists[table].slots[lists[table].used].state = 0
    }

    /// `add(_:rank:)`.
    mutating func add(_ worker: Int, _ frame: Frame, _ scenario: Scenario) -> Access {
        let id = frame.a
        switch frame.step {
        case .lockToAdd:
            lockOwner = worker
            if hasEnded {
                workers[worker].droppedObservers.append(id)
                go(worker, to: .unlock)
            } else {
                addBegun.insert(.one(id))
                go(worker, to: .storeCountAdded)
            }
        case .storeCountAdded:
            count += 1
            let first: Step = scenario.weakness == .namesNewestFirst ? .storeNewest : .storeEntry
            go(worker, to: id > newestID ? first : .publishRebuilt)
        case .storeEntry:  // append(_:_:)
            // Where the entry comes last, its place is counted already.
            let place = lists[table].used - (scenario.weakness == .namesNewestFirst ? 1 : 0)
            lists[table].slots[place].entry = id
            go(worker, to: scenario.weakness == .namesNewestFirst ? .unlock : .storeState)
        case .storeState:
            lists[table].slots[lists[table].used].state = Slot.active(id)
            lists[table].used += 1
            newestID = id
            go(worker, to: scenario.weakness == .namesNewestFirst ? .storeEntry : head < 0 ? .storeHead : .storeNewest)
        case .storeHead:  // publish(_:)
            head = table
            go(worker, to: .storeNewest)
        case .storeNewest:
            newest = id
            if scenario.weakness == .namesNewestFirst {
                go(worker, to: .storeState)
            } else {
                addReturned.insert(.one(id))
                go(worker, to: .unlock)
            }
        default:  // publishRebuilt
            let former = table
            rebuild(inserting: id)
            if scenario.weakness == .retiresBeforePublishing {
                go(worker, to: .publishCompacted, a: -1)
                workers[worker].frames.append(Frame(step: .retireLooked, a: former))
                workers[worker].frames.append(Frame(step: .loadPins))
                return .own
            }
            addReturned.insert(.one(id))
            head = table
            putAside(former, worker, scenario, then: .unlock)
        }
        return .shared
    }

    /// `rebuild(_:inserting:)`: nobody sees the new list before it is published.
    private mutating func rebuild(inserting newcomer: Int? = nil) {
        var observers = lists[table].slots.prefix(lists[table].used).filter(\.isActive).map(\.id)
        if let newcomer { observers.insert(newcomer, at: observers.firstIndex { $0 > newcomer } ?? observers.count) }
        var list = List(slots: Array(repeating: Slot(), count: lists[table].slots.count), used: observers.count)
        for (place, id) in observers.enumerated() { list.slots[place] = Slot(state: Slot.active(id), entry: id) }
        lists.append(list)
        table = lists.count - 1
    }

    private mutating func putAside(_ former: Int, _ worker: Int, _ scenario: Scenario, then next: Step) {
        if scenario.weakness == .freesFormerListsAtOnce {
            workers[worker].droppedTables.append(former)
            go(worker, to: next)
        } else {
            call(worker, .retireLooked, a: former, then: next)
            workers[worker].frames.append(Frame(step: .loadPins))
        }
    }

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
            // First the present list, then those before.
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
    /// moment, which is the worst.
    mutating func letGo(_ worker: Int) throws(ModelViolation) -> Access {
        let isNothing = workers[worker].droppedTables.isEmpty && workers[worker].droppedObservers.isEmpty
        for list in workers[worker].droppedTables {
            if lists[list].isFreed { throw ModelViolation(what: "a list is freed twice") }
            lists[list].isFreed = true
        }
        for id in workers[worker].droppedObservers {
            if released.contains(.one(id)) { throw ModelViolation(what: "a handler is let go of twice") }
            released.insert(.one(id))
        }
        workers[worker].droppedTables = []
        workers[worker].droppedObservers = []
        goBack(worker)
        return isNothing ? .own : .shared
    }

    /// What has to hold when all threads have finished: nothing that was removed is still there, and nothing else is gone.
    func checkEnd() throws(ModelViolation) {
        guard formerTables.isEmpty, removed.isEmpty else { throw ModelViolation(what: "something that was removed is kept") }
        guard released.isSuperset(of: removalReturned) else { throw ModelViolation(what: "a handler that was removed is never let go of") }
        guard addReturned.subtracting(removalReturned).isDisjoint(with: released) else {
            throw ModelViolation(what: "a handler is let go of that was not removed")
        }
        for (number, list) in lists.enumerated() where list.isFreed == (number == table) {
            throw ModelViolation(what: list.isFreed ? "the list in use is freed" : "a list that was replaced is never freed")
        }
        guard lockOwner < 0, pins == 0, blocks.allSatisfy({ $0.guards.allSatisfy { $0 == .none } }) else {
            throw ModelViolation(what: "a thread has ended inside")
        }
    }
}
