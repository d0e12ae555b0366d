import Testing

@testable import Heed

@Suite("The mailbox's state, for every sequence of seven events")
struct MailboxStateTests {
    private enum Event: CaseIterable { case offer, arrive, finish, close }

    /// What the state must do, said in another way: with everything that was ever offered in view.
    private struct Model {
        let keepsEvery: Bool
        var offered = 0
        var waiting: [Int] = []
        var dropped = 0
        var isClosed = false
        var phase = Phase.resting

        enum Phase { case resting, hopping, handling }
    }

    @Test("At most one hop, nothing twice, nothing lost but what the rule drops", arguments: [DeliveryPolicy.every, .latest])
    func everySequence(policy: DeliveryPolicy) {
        var sequences = 0
        func explore(_ state: MailboxState<Int>, _ model: Model, depth: Int) {
            guard depth < 7 else {
                sequences += 1
                return
            }
            for event in Event.allCases {
                var state = state
                var model = model
                guard apply(event, to: &state, &model) else { continue }
                #expect(state.droppedCount == model.dropped)
                #expect(state.isOpen == !model.isClosed)
                explore(state, model, depth: depth + 1)
            }
        }
        explore(MailboxState(rule: policy.rule), Model(keepsEvery: policy == .every), depth: 0)
        #expect(sequences > 500)
    }

    /// - Returns: False if the event cannot happen now.
    private func apply(_ event: Event, to state: inout MailboxState<Int>, _ model: inout Model) -> Bool {
        switch event {
        case .offer:
            model.offered += 1
            let action = state.offer(model.offered)
            let startsHop = !model.isClosed && model.phase == .resting
            #expect(action == (startsHop ? .hop : .none))
            if startsHop { model.phase = .hopping }
            if !model.isClosed {
                if !model.keepsEvery, !model.waiting.isEmpty {
                    model.waiting.removeAll()
                    model.dropped += 1
                }
                model.waiting.append(model.offered)
            }
        case .arrive:
            guard model.phase == .hopping else { return false }
            model.phase = .handling
            #expect(state.arrive() == model.waiting)
            model.waiting = []
        case .finish:
            guard model.phase == .handling else { return false }
            let hopsAgain = !model.waiting.isEmpty
            #expect(state.finish() == (hopsAgain ? .hop : .none))
            model.phase = hopsAgain ? .hopping : .resting
        case .close:
            #expect(state.close() == model.waiting)
            model.waiting = []
            model.isClosed = true
        }
        return true
    }
}
