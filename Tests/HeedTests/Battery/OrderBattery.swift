import Testing

@Suite("Order, in every pattern")
struct OrderBattery {
    @Test("Observers are called in registration order", arguments: Pattern.allCases)
    func registrationOrder(pattern: Pattern) {
        let source = pattern.makeSource()
        let called = Recorder<Int>()
        let tokens = (0..<5).map { number in source.observe { _ in called.record(number) } }
        source.change(to: 1)
        #expect(called.elements == [0, 1, 2, 3, 4])
        withExtendedLifetime(tokens) {}
    }

    @Test("1,000 observers keep their order after random removals and additions", arguments: Pattern.allCases)
    func orderAfterRemovals(pattern: Pattern) {
        var random = SeededGenerator(seed: 1_000)
        let source = pattern.makeSource()
        let called = Recorder<Int>()
        func add(_ number: Int) -> (Int, PatternToken) { (number, source.observe { _ in called.record(number) }) }
        var observers = (0..<1_000).map(add)
        for number in 1_000..<1_100 {
            for _ in 0..<5 {
                let (_, token) = observers.remove(at: observers.indices.randomElement(using: &random)!)
                token.invalidate()
            }
            observers.append(add(number))
        }
        source.change(to: 1)
        #expect(observers.count == 600)
        #expect(called.elements == observers.map(\.0))
    }

    @Test("An observer that registers during a delivery receives the next change, not the current one", arguments: Pattern.allCases)
    func addingDuringDelivery(pattern: Pattern) {
        let source = pattern.makeSource()
        let called = Recorder<String>()
        let added = Box<PatternToken?>(nil)
        let first = source.observe { [unowned source] value in
            called.record("first \(value)")
            if value == 1 { added.exchange(source.observe { called.record("added \($0)") }) }
        }
        let second = source.observe { called.record("second \($0)") }
        source.change(to: 1)
        #expect(called.elements == ["first 1", "second 1"])
        source.change(to: 2)
        #expect(called.elements.dropFirst(2) == ["first 2", "second 2", "added 2"])
        withExtendedLifetime((first, second)) {}
    }

    @Test("A change made by a handler comes after the one it received, for every observer", arguments: Pattern.tellingEveryChange)
    func reentrancy(pattern: Pattern) {
        for reacting in 0..<3 {
            let source = pattern.makeSource()
            let called = Recorder<String>()
            let tokens = (0..<3).map { number in
                source.observe { [unowned source] value in
                    called.record("\(number) got \(value)")
                    if number == reacting, value < 3 { source.change(to: value + 1) }
                }
            }
            source.change(to: 1)
            let expected = (1...3).flatMap { value in (0..<3).map { "\($0) got \(value)" } }
            #expect(called.elements == expected)
            withExtendedLifetime(tokens) {}
        }
    }

    @Test("Changes made by several handlers reach all observers, in one order", arguments: Pattern.tellingEveryChange)
    func severalReactingHandlers(pattern: Pattern) {
        let source = pattern.makeSource()
        let called = (0..<4).map { _ in Recorder<Int>() }
        let tokens = (0..<4).map { number in
            source.observe { [unowned source] value in
                called[number].record(value)
                // The observers with even numbers react to the first change, each with one of its own.
                if value == 0, number.isMultiple(of: 2) { source.change(to: 10 + number) }
            }
        }
        source.change(to: 0)
        for recorder in called {
            #expect(recorder.elements.first == 0)
            #expect(recorder.elements == called[0].elements)
        }
        #expect(Set(called[0].elements) == [0, 10, 12])
        withExtendedLifetime(tokens) {}
    }
}
