import Testing

@testable import Heed

@Suite("The rules of a binding")
struct BindingStateTests {
    @Test("One caller works; steps that arrive meanwhile wait for it, each direction once")
    func oneWorker() {
        var state = BindingState(canCompare: true)
        #expect(state.note(.forward, on: .current) == true)
        #expect(state.next() == .carry(.forward))
        let thread = Box<ThreadIdentity?>(nil)
        #expect(OtherThread { thread.exchange(.current) }.join())
        #expect(state.note(.backward, on: thread.value!) == false)
        #expect(state.note(.forward, on: .current) == false)
        #expect(state.note(.backward, on: .current) == false)
        #expect(state.next() == .carry(.backward))
        #expect(state.next() == .carry(.forward))
        #expect(state.next() == .rest)
        #expect(state.note(.forward, on: thread.value!) == true)
    }

    @Test("If values can't be compared, the binding doesn't respond to its own changes")
    func incomparable() {
        var state = BindingState(canCompare: false)
        #expect(state.note(.forward, on: .current) == true)
        #expect(state.next() == .carry(.forward))
        #expect(state.note(.backward, on: .current) == false)
        #expect(state.next() == .rest)
    }

    @Test("Work that always causes more work is stopped, and the binding works again afterwards")
    func loop() {
        var state = BindingState(canCompare: true)
        #expect(state.note(.forward, on: .current) == true)
        var rounds = 0
        while state.next() == .carry(.forward) {
            rounds += 1
            #expect(state.note(.forward, on: .current) == false)
        }
        #expect(rounds == BindingState.roundLimit + 1)
        #expect(state.note(.backward, on: .current) == true)
        #expect(state.next() == .carry(.backward))
    }

    @Test("After the end nothing is done, not even waiting steps")
    func ended() {
        var state = BindingState(canCompare: true)
        #expect(state.note(.forward, on: .current) == true)
        state.end()
        #expect(state.next() == .rest)
        #expect(state.note(.forward, on: .current) == false)
    }
}
