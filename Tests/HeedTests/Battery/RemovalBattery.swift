import Testing

@Suite("Removal, in every pattern")
struct RemovalBattery {
    @Test("An observer removed in the middle of a delivery is not called again", arguments: Pattern.allCases, [0, 1, 2])
    func removalDuringDelivery(pattern: Pattern, removed: Int) {
        let source = pattern.makeSource()
        let called = Recorder<String>()
        let tokens = Box<[PatternToken]>([])
        // The middle observer removes an earlier one, itself, or a later one.
        tokens.exchange(
            (0..<3).map { number in
                source.observe { value in
                    called.record("\(number) got \(value)")
                    if number == 1 { tokens.value[removed].invalidate() }
                }
            }
        )
        source.change(to: 1)
        source.change(to: 2)
        let first = removed == 2 ? ["0 got 1", "1 got 1"] : ["0 got 1", "1 got 1", "2 got 1"]
        let second = (0..<3).filter { $0 != removed }.map { "\($0) got 2" }
        #expect(called.elements == first + second)
        tokens.exchange([])
    }

    @Test("An observer that removes itself in a change it made receives nothing more", arguments: Pattern.allCases)
    func removalInNestedDelivery(pattern: Pattern) {
        let source = pattern.makeSource()
        let called = Recorder<Int>()
        let own = Box<PatternToken?>(nil)
        let first = source.observe { [unowned source] value in
            if value < 3 { source.change(to: value + 1) }
        }
        own.exchange(
            source.observe { value in
                called.record(value)
                if value == 2 { own.value?.invalidate() }
            }
        )
        source.change(to: 1)
        // A binding carries over the current value, which is the second one by then.
        #expect(called.elements == (pattern == .binding ? [2] : [1, 2]))
        withExtendedLifetime(first) { _ = own.exchange(nil) }
    }

    @Test("Invalidating twice has the same effect as once", arguments: Pattern.allCases)
    func doubleInvalidate(pattern: Pattern) {
        let source = pattern.makeSource()
        let called = Recorder<Int>()
        let token = source.observe { called.record($0) }
        let other = source.observe { called.record(-$0) }
        token.invalidate()
        token.invalidate()
        source.change(to: 1)
        #expect(called.elements == [-1])
        withExtendedLifetime((token, other)) {}
    }

    @Test("Releasing a token stops delivery", arguments: Pattern.allCases)
    func droppedToken(pattern: Pattern) {
        let source = pattern.makeSource()
        let called = Recorder<Int>()
        var token: PatternToken? = source.observe { called.record($0) }
        source.change(to: 1)
        withExtendedLifetime(token) {}
        token = nil
        source.change(to: 2)
        #expect(called.elements == [1])
    }

    @Test("An observer that another thread removes while an earlier one runs is not called", arguments: Pattern.allCases)
    func removalFromAnotherThread(pattern: Pattern) {
        let source = pattern.makeSource()
        let called = Recorder<String>()
        let isUnderWay = Gate()
        let isRemoved = Gate()
        let first = source.observe { _ in
            called.record("first")
            isUnderWay.open()
            #expect(isRemoved.wait())
        }
        let second = source.observe { _ in called.record("second") }
        let third = source.observe { _ in called.record("third") }
        let thread = OtherThread { source.change(to: 1) }
        #expect(isUnderWay.wait())
        second.invalidate()
        isRemoved.open()
        #expect(thread.join())
        #expect(called.elements == ["first", "third"])
        withExtendedLifetime((first, second, third)) {}
    }

    @Test("Invalidating from another thread doesn't wait for the call in flight, which is the last one", arguments: Pattern.allCases)
    func removalOfTheObserverBeingCalled(pattern: Pattern) {
        let source = pattern.makeSource()
        let called = Recorder<Int>()
        let isUnderWay = Gate()
        let isRemoved = Gate()
        let token = source.observe { value in
            called.record(value)
            isUnderWay.open()
            #expect(isRemoved.wait())
        }
        let thread = OtherThread { source.change(to: 1) }
        #expect(isUnderWay.wait())
        token.invalidate()
        isRemoved.open()
        #expect(thread.join())
        source.change(to: 2)
        #expect(called.elements == [1])
        withExtendedLifetime(token) {}
    }
}
