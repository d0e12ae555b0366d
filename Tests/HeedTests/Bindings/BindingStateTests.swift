import Testing

@testable import Heed

@Suite("The rules of a binding")
struct BindingStateTests {
    private func changes(_ steps: BindingState.Steps, last: BindingState.Steps, awaitsEcho: Bool = false) -> BindingState.Action {
        .carry(BindingState.Changes(steps: steps, last: last, awaitsEcho: awaitsEcho))
    }

    @Test("One caller works; changes that arrive meanwhile wait for it together, and it knows the last one")
    func oneWorker() {
        var state = BindingState(canCompare: true)
        #expect(state.note(.forward, on: .current) == true)
        #expect(state.next() == changes(.forward, last: .forward))
        let thread = Box<ThreadIdentity?>(nil)
        #expect(OtherThread { thread.exchange(.current) }.join())
        #expect(state.note(.backward, on: thread.value!) == false)
        #expect(state.note(.forward, on: .current) == false)
        #expect(state.note(.backward, on: .current) == false)
        #expect(state.next() == changes([.forward, .backward], last: .backward))
        #expect(state.next() == .rest)
        #expect(state.note(.forward, on: thread.value!) == true)
    }

    @Test("The change that a write makes is due until the writing thread notes a change of that end")
    func echoes() {
        var state = BindingState(canCompare: true)
        #expect(state.note(.forward, on: .current) == true)
        #expect(state.next() == changes(.forward, last: .forward))
        state.willWrite(echo: .backward, isIgnored: false)
        let thread = Box<ThreadIdentity?>(nil)
        #expect(OtherThread { thread.exchange(.current) }.join())
        #expect(state.note(.backward, on: thread.value!) == false)
        #expect(state.next() == changes(.backward, last: .backward, awaitsEcho: true))
        #expect(state.note(.backward, on: .current) == false)
        #expect(state.next() == changes(.backward, last: .backward))
        #expect(state.next() == .rest)
        // While the thread is delivering other changes, they could be noted before that.
        #expect(state.note(.forward, on: .current, isNested: true) == true)
        #expect(state.next() == changes(.forward, last: .forward))
        state.willWrite(echo: .backward, isIgnored: false)
        #expect(state.note(.backward, on: .current) == false)
        #expect(state.next() == changes(.backward, last: .backward, awaitsEcho: true))
    }

    @Test("If values can't be compared, the binding doesn't respond to its own changes")
    func incomparable() {
        var state = BindingState(canCompare: false)
        #expect(state.note(.forward, on: .current) == true)
        #expect(state.next() == changes(.forward, last: .forward))
        #expect(state.note(.backward, on: .current) == false)
        #expect(state.next() == .rest)
    }

    @Test("Work that always causes more work is stopped, and the binding works again afterwards")
    func loop() {
        var state = BindingState(canCompare: true)
        #expect(state.note(.forward, on: .current) == true)
        var rounds = 0
        while state.next() == changes(.forward, last: .forward) {
            rounds += 1
            #expect(state.note(.forward, on: .current) == false)
        }
        #expect(rounds == BindingState.roundLimit + 1)
        #expect(state.note(.backward, on: .current) == true)
        #expect(state.next() == changes(.backward, last: .backward))
    }

    @Test("After the end nothing is done, not even waiting steps")
    func ended() {
        var state = BindingState(canCompare: true)
        #expect(state.note(.forward, on: .current) == true)
        #expect(state.end() == false)
        #expect(state.next() == .end)
        #expect(state.note(.forward, on: .current) == false)
    }
}
