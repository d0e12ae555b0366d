extension RegistryModel {
    /// `isPinned`, with `ThreadGuards.isGuarded`.
    mutating func look(_ worker: Int, _ frame: Frame, _ scenario: Scenario) -> Access {
        switch frame.step {
        case .loadPins:
            if pins > 0, scenario.weakness != .doesNotCountPins {
                workers[worker].isPinned = true
                goBack(worker)
            } else {
                go(worker, to: .loadNewestBlock)
            }
            return .shared
        case .loadNewestBlock:
            go(worker, to: .loadGuard, a: newestBlock, b: 0)
            return scenario.claims ? .shared : .own
        default:
            guard frame.a >= 0 else {
                workers[worker].isPinned = false
                goBack(worker)
                return .own
            }
            let block = blocks[frame.a]
            let isLast = frame.b + 1 == scenario.guardCapacity || scenario.weakness == .looksAtFirstGuardsOnly
            switch block.guards[frame.b] {
            case .this:
                workers[worker].isPinned = true
                goBack(worker)
            case .other where !isLast: go(worker, to: .loadGuard, b: frame.b + 1)
            // The next block of a block never changes, so reading it isn't a step.
            default: go(worker, to: .loadGuard, a: block.next, b: 0)
            }
            return .shared
        }
    }

    /// `ThreadGuards.claim(for:)`, with `unclaimed()` and `made()`, and the work at the end of the thread.
    mutating func claim(_ worker: Int, _ frame: Frame, _ scenario: Scenario) -> Access {
        switch frame.step {
        case .loadBlockToClaim:  // unclaimed()
            go(worker, to: .exchangeClaim, a: newestBlock)
        case .exchangeClaim:
            guard frame.a >= 0 else {
                go(worker, to: .loadBlockBeforeNew)
                return .own
            }
            if blocks[frame.a].isClaimed {
                go(worker, to: .exchangeClaim, a: blocks[frame.a].next)
            } else if scenario.weakness == .claimsWithoutExchange {
                go(worker, to: .storeClaim)
            } else {
                take(frame.a, worker)
            }
        case .storeClaim: take(frame.a, worker)
        case .loadBlockBeforeNew:  // made()
            go(worker, to: .exchangeBlock, a: newestBlock)
        case .exchangeBlock:
            guard newestBlock == frame.a else {
                go(worker, to: .exchangeBlock, a: newestBlock)
                return .shared
            }
            let guards = Array(repeating: Registry.none, count: scenario.guardCapacity)
            blocks.append(GuardBlock(guards: guards, next: newestBlock))
            newestBlock = blocks.count - 1
            workers[worker].block = newestBlock
            goBack(worker)
        default:  // the closure in claim(for:)
            blocks[workers[worker].block].isClaimed = false
            workers[worker].block = -1
            goBack(worker)
        }
        return .shared
    }

    private mutating func take(_ block: Int, _ worker: Int) {
        blocks[block].isClaimed = true
        workers[worker].block = block
        goBack(worker)
    }
}
