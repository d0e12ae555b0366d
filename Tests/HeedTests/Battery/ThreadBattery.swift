import Testing

@Suite("Threads, in every pattern")
struct ThreadBattery {
    @Test("No lock is held while a handler runs: another thread can do everything meanwhile", arguments: Pattern.tellingEveryChange)
    func noLockWhileHandlerRuns(pattern: Pattern) {
        let source = pattern.makeSource()
        let called = Recorder<Int>()
        let isFirst = Box(true)
        let token = source.observe { [unowned source] value in
            called.record(value)
            guard isFirst.exchange(false) else { return }
            let thread = OtherThread {
                let other = source.observe { called.record(-$0) }
                source.change(to: 2)
                other.invalidate()
            }
            #expect(thread.join(), "the other thread waits for a lock that is held around the handler")
        }
        source.change(to: 1)
        let expected =
            switch pattern {
            // A property's second change waits for the first. The other observer has left by then.
            case _ where pattern.observesProperty: [1, 2]
            // So does the second value of each observer's own `removeDuplicates`.
            case .filteredReceptionist: [1, -2, 2]
            default: [1, 2, -2]
            }
        #expect(called.elements == expected)
        withExtendedLifetime(token) {}
    }

    @Test("250 changes on each of 4 threads are exactly 1,000 calls for each observer", arguments: Pattern.tellingEveryChange)
    func exactlyOnce(pattern: Pattern) {
        let source = pattern.makeSource()
        let calls = (0..<3).map { _ in Box(0) }
        let tokens = calls.map { calls in source.observe { _ in calls.increment() } }
        let areDone = OtherThread.concurrently(4) { thread in
            for number in 0..<250 { source.change(to: thread * 250 + number) }
        }
        #expect(areDone)
        #expect(calls.map(\.value) == [1_000, 1_000, 1_000])
        withExtendedLifetime(tokens) {}
    }

    @Test("Adding, removing and changing on four threads at once harms nothing", arguments: Pattern.tellingEveryChange)
    func storm(pattern: Pattern) {
        let source = pattern.makeSource()
        let steadyCalls = Box(0)
        let steady = source.observe { _ in steadyCalls.increment() }
        let areDone = OtherThread.concurrently(4) { thread in
            var random = SeededGenerator(seed: UInt64(thread))
            var tokens: [PatternToken] = []
            for number in 0..<250 {
                tokens.append(source.observe { _ in })
                source.change(to: number)
                if random.next().isMultiple(of: 2) { tokens.removeFirst().invalidate() }
                if tokens.count > 5 { tokens.removeLast() }
            }
        }
        #expect(areDone)
        #expect(steadyCalls.value == 1_000)

        // All removed observers are gone, and new ones are called.
        let called = Recorder<Int>()
        let token = source.observe { called.record($0) }
        source.change(to: 7)
        #expect(called.elements == [7])
        withExtendedLifetime((steady, token)) {}
    }

    @Test("Tokens that several threads invalidate at once, while there are changes, stop once", arguments: Pattern.allCases)
    func concurrentInvalidation(pattern: Pattern) {
        let source = pattern.makeSource()
        let witness = Box<Witness?>(Witness())
        weak let captured = witness.value
        let tokens = (0..<100).map { _ in
            let witness = witness.value
            return source.observe { _ in withExtendedLifetime(witness) {} }
        }
        witness.exchange(nil)
        let areDone = OtherThread.concurrently(4) { thread in
            for token in tokens {
                if thread == 0 { source.change(to: 1) }
                token.invalidate()
            }
        }
        #expect(areDone)
        #expect(captured == nil)
        withExtendedLifetime(tokens) {}
    }

    @Test("An observed object can be deallocated on one thread while its tokens are invalidated on another", arguments: Pattern.allCases)
    func deathAndInvalidation(pattern: Pattern) {
        for _ in 0..<50 {
            let source = Box<(any PatternSource)?>(pattern.makeSource())
            let tokens = (0..<4).map { _ in source.value!.observe { _ in } }
            let areDone = OtherThread.concurrently(2) { thread in
                if thread == 0 {
                    source.value?.change(to: 1)
                    source.exchange(nil)
                } else {
                    for token in tokens { token.invalidate() }
                }
            }
            #expect(areDone)
        }
    }
}
