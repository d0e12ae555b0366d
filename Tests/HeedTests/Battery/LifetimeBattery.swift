import Heed
import Testing

@Suite("Lifetimes, in every pattern")
struct LifetimeBattery {
    @Test("An object can be deallocated while observed, and its tokens outlive it harmlessly", arguments: Pattern.allCases)
    func tokenOutlivesSource(pattern: Pattern) {
        var source: (any PatternSource)? = pattern.makeSource()
        weak let observed = source?.observed
        let called = Recorder<Int>()
        let tokens = (0..<3).map { _ in source!.observe { called.record($0) } }
        source!.change(to: 1)
        #expect(observed != nil)
        source = nil
        #expect(observed == nil)
        for token in tokens { token.invalidate() }
        #expect(called.elements == [1, 1, 1])
    }

    @Test("A handler can release the observed object in the middle of a delivery", arguments: Pattern.allCases)
    func sourceReleasedDuringDelivery(pattern: Pattern) {
        let source = Box<(any PatternSource)?>(pattern.makeSource())
        weak let observed = source.value?.observed
        let called = Recorder<Int>()
        let first = source.value!.observe { value in
            called.record(value)
            source.exchange(nil)
        }
        let second = source.value!.observe { called.record(-$0) }
        source.value!.change(to: 1)
        #expect(called.elements == [1, -1])
        #expect(observed == nil)
        withExtendedLifetime((first, second)) {}
    }

    @Test("invalidate releases a handler's captures, even if the token is kept", arguments: Pattern.allCases)
    func capturesAfterInvalidate(pattern: Pattern) {
        let source = pattern.makeSource()
        var witness: Witness? = Witness()
        weak let captured = witness
        let token = source.observe { [witness] _ in withExtendedLifetime(witness) {} }
        witness = nil
        source.change(to: 1)
        #expect(captured != nil)
        token.invalidate()
        #expect(captured == nil)
        withExtendedLifetime((source, token)) {}
    }

    @Test("A handler's captures are released with the token after the observed object is deallocated", arguments: Pattern.allCases)
    func capturesAfterSourceDied(pattern: Pattern) {
        var source: (any PatternSource)? = pattern.makeSource()
        var witness: Witness? = Witness()
        weak let captured = witness
        var token: PatternToken? = source!.observe { [witness] _ in withExtendedLifetime(witness) {} }
        witness = nil
        source!.change(to: 1)
        source = nil
        withExtendedLifetime(token) {}
        token = nil
        #expect(captured == nil)
    }

    @Test("A handler that captures its own token is released by invalidate", arguments: Pattern.allCases)
    func tokenInItsOwnHandler(pattern: Pattern) {
        let source = pattern.makeSource()
        weak var captured: Witness?
        do {
            let witness = Witness()
            captured = witness
            let own = Box<PatternToken?>(nil)
            own.exchange(
                source.observe { [witness] _ in
                    withExtendedLifetime(witness) { own.value?.invalidate() }
                }
            )
        }
        #expect(captured != nil)
        source.change(to: 1)
        #expect(captured == nil)
    }

    @Test("A hundred observed and released sources leave nothing behind", arguments: Pattern.allCases)
    func manySources(pattern: Pattern) {
        var witness: Witness? = Witness()
        weak let captured = witness
        for number in 0..<100 {
            let source = pattern.makeSource()
            let tokens = (0..<3).map { _ in source.observe { [witness] _ in withExtendedLifetime(witness) {} } }
            source.change(to: number)
            if number.isMultiple(of: 2) { tokens[1].invalidate() }
        }
        witness = nil
        #expect(captured == nil)
    }

    @Test("One array holds the tokens of every pattern, and ends them all")
    func oneCollection() {
        let (subject, hub, number, other) = (Subject<Int>(), NotificationHub(), SharedNumber(), SharedNumber())
        let called = Recorder<String>()
        var tokens: [ObservationToken] = [
            subject.attach { _ in called.record("subject") },
            hub.observe(Called.self) { _ in called.record("hub") },
            number.observe(\.value, options: []) { _, _ in called.record("property") },
            number.bind(\.value, to: other, \.value),
            Receptionist(for: .changes(of: number, \.value), on: .immediate) { _ in called.record("receptionist") },
        ]
        func change(to value: Int) {
            subject.notify(value)
            hub.post(Called())
            number.value = value
        }
        change(to: 1)
        #expect(called.elements == ["subject", "hub", "property", "receptionist"] && other.value == 1)
        for token in tokens { token.invalidate() }
        tokens = []
        change(to: 2)
        #expect(called.elements.count == 4 && other.value == 1)
    }
}

private struct Called: HubMessage {}
