import Testing

@testable import HeedNATS

struct OutboxTests {
    private func message(_ number: Int) -> OutgoingMessage { OutgoingMessage([UInt8](repeating: 0, count: number), to: "a") }

    /// Sends all that may be sent.
    private func send(_ outbox: inout Outbox) -> [UInt64] {
        var counters: [UInt64] = []
        while let next = outbox.nextToSend() { counters.append(next.counter) }
        return counters
    }

    @Test("Messages are sent in order, as many as the window allows, and the rest when the first ones are settled")
    func keepsTheWindow() {
        var outbox = Outbox()
        for number in 0..<Outbox.window + 10 { outbox.append(message(number)) }
        #expect(send(&outbox) == Array(1...UInt64(Outbox.window)))
        let settlements = [outbox.settle(1), outbox.settle(1)]
        #expect(settlements == [message(0).size, nil])
        #expect(send(&outbox) == [UInt64(Outbox.window) + 1])
    }

    @Test("After going back, all that isn't settled is sent again, with the same counters")
    func goesBack() {
        var outbox = Outbox()
        for number in 0..<5 { outbox.append(message(number)) }
        _ = send(&outbox)
        for counter: UInt64 in [1, 3] { _ = outbox.settle(counter) }
        #expect(outbox.firstWaiting == 2)
        outbox.goBack()
        #expect(send(&outbox) == [2, 4, 5])
    }

    @Test("Counters that it doesn't have are ignored")
    func ignoresStrangers() {
        var outbox = Outbox()
        outbox.append(message(1))
        for counter: UInt64 in [0, 2, .max] {
            let result = outbox.settle(counter)
            #expect(result == nil)
        }
        #expect(outbox.count == 1)
    }

    @Test("With settling in any order and going back at any time, each message is settled once, and no memory is kept")
    func matchesAModel() {
        var generator = SystemRandomNumberGenerator()
        var outbox = Outbox()
        var (sent, settled): ([UInt64], Set<UInt64>) = ([], [])
        for number in 0..<30_000 {
            outbox.append(message(0))
            if Bool.random(using: &generator) { sent += send(&outbox) }
            if number % 1_000 == 0 {
                outbox.goBack()
                sent = []
            }
            while sent.count > 50 {
                let counter = sent.remove(at: Int.random(in: 0..<10, using: &generator))
                let result = outbox.settle(counter)
                #expect((result != nil) == settled.insert(counter).inserted)
            }
        }
        while true {
            outbox.goBack()
            let rest = send(&outbox)
            if rest.isEmpty { break }
            for counter in rest {
                let result = outbox.settle(counter)
                #expect(result != nil && settled.insert(counter).inserted)
            }
        }
        #expect(settled == Set(1...30_000))
        #expect(outbox.count == 0)
        #expect(outbox.nextCounter == 30_001)
    }
}

struct SeenCountersTests {
    @Test("A counter is new once, in whatever order the counters come, for each publisher")
    func matchesAModel() {
        for _ in 0..<200 {
            var (seen, model) = (SeenCounters(), Set<String>())
            for _ in 0..<100 {
                let (publisher, counter) = (["a", "b"].randomElement()!, UInt64.random(in: 1...30))
                let result = seen.insert(counter, of: publisher)
                #expect(result == model.insert("\(publisher)\(counter)").inserted)
            }
        }
    }

    @Test("Counters at the ends of the range are as good as others")
    func acceptsExtremes() {
        var seen = SeenCounters()
        let results = [
            seen.insert(.max, of: "a"), seen.insert(.max, of: "a"), seen.insert(1, of: "a"), seen.insert(.max - 1, of: "a"),
            // A publisher counts from 1.
            seen.insert(0, of: "b"),
        ]
        #expect(results == [true, false, true, true, false])
    }

    @Test("Of more publishers than the limit, those that were silent for longest are forgotten")
    func isBounded() {
        var seen = SeenCounters()
        for number in 0...SeenCounters.publisherLimit {
            let result = seen.insert(1, of: "\(number)")
            #expect(result)
        }
        // The first one was forgotten.
        let results = [seen.insert(1, of: "0"), seen.insert(1, of: "\(SeenCounters.publisherLimit)")]
        #expect(results == [true, false])
    }
}
