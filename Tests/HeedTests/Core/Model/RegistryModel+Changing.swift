extension RegistryModel {
    // Under the lock, changes that deliveries don't see happen together with the next access that they do see.

    /// `remove(_:)`.
    mutating func remove(_ worker: Int, _ frame: Frame, _ scenario: Scenario) -> Access {
        let id = frame.a
        switch frame.step {
        case .lockToRemove:
            lockOwner = worker
            removalBegun.insert(.one(id))
            // An observer that is gone was removed by another thread, under the lock.
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

    mutating func vacate() {
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
            // If the entry comes last, its slot is already counted.
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

    /// `rebuild(_:inserting:)`: no thread sees the new list before it is published.
    mutating func rebuild(inserting newcomer: Int? = nil) {
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
}
