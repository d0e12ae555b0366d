extension RegistryModel {
    /// `deliver(raw:to:)` and `deliverNow`.
    mutating func deliver(_ worker: Int, _ frame: Frame, _ scenario: Scenario) throws(ModelViolation) -> Access {
        let depth = workers[worker].deliveries.count
        switch frame.step {
        case .loadCount:  // isEmpty
            guard count > 0 else {
                try checkEnd(of: Delivery(expected: addReturned.subtracting(removalBegun)))
                goBack(worker)
                return .shared
            }
            workers[worker].deliveries.append(Delivery(expected: addReturned.subtracting(removalBegun)))
            go(worker, to: scenario.weakness == .guardsAfterFindingTheList ? .loadHead : .pin)
            return .shared
        case .completeEarlier:  // Delivery.completeEarlier(than:of:)
            if frame.b < depth - 1 {
                go(worker, to: .completeEarlier, b: frame.b + 1)
                call(worker, .loadState, a: frame.b, b: workers[worker].deliveries[frame.b].told + 1, then: .completeEarlier)
            } else {
                call(worker, .loadState, a: depth - 1, then: scenario.weakness == .looksForWasteBeforeLeaving ? .loadWaste : .unpin)
            }
            return .own
        case .pin:  // pin(_:)
            let used = workers[worker].guardsUsed
            if used < scenario.guardCapacity {
                guard workers[worker].block >= 0 else {
                    call(worker, .loadBlockToClaim, then: .pin)
                    return .own
                }
                blocks[workers[worker].block].guards[used] = .this
            } else {
                pins += 1
            }
            workers[worker].guardsUsed += 1
            go(worker, to: scenario.weakness == .guardsAfterFindingTheList ? .loadNewest : .loadHead)
            return .shared
        case .loadHead:
            workers[worker].deliveries[depth - 1].list = head
            go(worker, to: scenario.weakness == .guardsAfterFindingTheList ? .pin : head < 0 ? .unpin : .loadNewest)
            return .shared
        case .loadNewest:
            workers[worker].deliveries[depth - 1].limit = scenario.weakness == .hasNoLimit ? .max : newest
            workers[worker].deliveries[depth - 1].allowed = addBegun
            go(worker, to: .completeEarlier, b: 0)
            return .shared
        case .unpin:  // unpin(_:)
            try checkEnd(of: workers[worker].deliveries[depth - 1])
            workers[worker].deliveries.removeLast()
            workers[worker].guardsUsed -= 1
            let used = workers[worker].guardsUsed
            if used < scenario.guardCapacity {
                blocks[workers[worker].block].guards[used] = .none
            } else {
                pins -= 1
            }
            if scenario.weakness == .looksForWasteBeforeLeaving {
                goBack(worker)
                if frame.b == -1 { workers[worker].frames.append(Frame(step: .lockToCollect)) }
            } else {
                go(worker, to: .loadWaste)
            }
            return .shared
        default:  // the end of unpin(_:)
            if scenario.weakness == .looksForWasteBeforeLeaving {
                go(worker, to: .unpin, b: hasWaste ? -1 : 0)
            } else if hasWaste {
                go(worker, to: .lockToCollect)
            } else {
                goBack(worker)
            }
            return .shared
        }
    }

    /// Checks that every observer present from the beginning to the end has been called.
    private func checkEnd(of delivery: Delivery) throws(ModelViolation) {
        let forgotten = delivery.expected.subtracting(removalBegun).subtracting(delivery.called)
        guard forgotten.isEmpty else { throw ModelViolation(what: "a present observer is not called") }
    }

    /// `Delivery.walk(upTo:_:)`.
    mutating func walk(_ worker: Int, _ frame: Frame, _ scenario: Scenario) throws(ModelViolation) -> Access {
        let delivery = workers[worker].deliveries[frame.a]
        guard delivery.list >= 0 else {
            goBack(worker)
            return .own
        }
        guard !lists[delivery.list].isFreed else { throw ModelViolation(what: "a freed list is used") }
        switch frame.step {
        case .loadState:
            // The end of the chunk, which is the only one.
            guard frame.b < lists[delivery.list].slots.count else {
                goBack(worker)
                return .own
            }
            let slot = lists[delivery.list].slots[frame.b]
            // The implementation compares whole states, active or not, in the same order.
            guard slot.state != 0, slot.id <= delivery.limit else {
                goBack(worker)
                return .shared
            }
            guard slot.isActive else {
                go(worker, to: .loadState, b: frame.b + 1)
                return .shared
            }
            try checkCall(of: slot.id, in: delivery)
            workers[worker].deliveries[frame.a].told = frame.b
            workers[worker].deliveries[frame.a].called.insert(.one(slot.id))
            workers[worker].deliveries[frame.a].lastCalled = slot.id
            go(worker, to: .enterHandler)
            return .shared
        case .enterHandler:
            try checkHandler(of: delivery.lastCalled, at: frame.b, in: delivery)
            workers[worker].frames[workers[worker].frames.count - 1].c = delivery.lastCalled
            // Handlers that perform operations would do so endlessly, so they do so only in deliveries that aren't nested.
            if worker == 0, workers[worker].deliveries.count == 1, scenario.handlers[delivery.lastCalled] != nil {
                call(worker, .operations, a: delivery.lastCalled, then: .leaveHandler)
            } else {
                go(worker, to: .leaveHandler)
            }
            return .shared
        default:
            try checkHandler(of: frame.c, at: frame.b, in: delivery)
            // The delivery may have advanced further: told.
            go(worker, to: .loadState, b: delivery.told + 1)
            return .shared
        }
    }

    private func checkCall(of id: Int, in delivery: Delivery) throws(ModelViolation) {
        if removalReturned.contains(.one(id)) { throw ModelViolation(what: "an observer is called after its removal") }
        if !delivery.allowed.contains(.one(id)) { throw ModelViolation(what: "an observer receives an event from before its registration") }
        if id <= delivery.lastCalled { throw ModelViolation(what: "an observer is called twice, or out of its turn") }
    }

    /// A handler is called in place, so it must stay there, unchanged, from before the call until after.
    private func checkHandler(of id: Int, at place: Int, in delivery: Delivery) throws(ModelViolation) {
        guard lists[delivery.list].slots[place].entry == id else { throw ModelViolation(what: "a handler's slot is given to another") }
        guard !released.contains(.one(id)) else { throw ModelViolation(what: "a handler is used after its release") }
    }
}
