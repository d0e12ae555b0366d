import Dispatch
import Testing

@testable import HeedNATS

struct BucketBatchTests {
    private var batch = BucketBatch(preparation: 1)

    private enum Outcome: Equatable {
        case wait
        case deliver([UInt64], isCaughtUp: Bool, token: String?)
        case restart
    }

    private func outcome(_ step: BucketBatch.Step) -> Outcome {
        switch step {
        case .wait: .wait
        case .deliver(let entries, let isCaughtUp, let token): .deliver(entries.map(\.revision), isCaughtUp: isCaughtUp, token: token)
        case .restart: .restart
        }
    }

    private func token(_ delivery: UInt64, pending: UInt64) -> String { "$JS.ACK.KV_a.c.1.\(delivery * 10).\(delivery).1700.\(pending)" }

    private mutating func add(_ delivery: UInt64, pending: UInt64, size: Int = 1, isFollowed: Bool) throws -> Outcome {
        let token = token(delivery, pending: pending)
        let entry = KeyValueEntry(key: "a", value: [UInt8](repeating: 0, count: size), revision: delivery * 10, time: 0)
        return outcome(batch.add(entry, try #require(JetStream.Place(token)), token: token, isFollowed: isFollowed))
    }

    private mutating func begin(pending: UInt64) -> Outcome { outcome(batch.begin(pending: pending)) }

    private mutating func heartbeat(_ delivery: UInt64?, isFollowed: Bool = false) -> Outcome {
        outcome(batch.noteHeartbeat(delivery, isFollowed: isFollowed))
    }

    @Test("Values are delivered once no message follows, with the last one's token, and whether the server has more")
    mutating func collects() throws {
        #expect(begin(pending: 3) == .wait)
        #expect(try add(1, pending: 2, isFollowed: true) == .wait)
        #expect(try add(2, pending: 1, isFollowed: false) == .deliver([10, 20], isCaughtUp: false, token: token(2, pending: 1)))
        #expect(try add(3, pending: 0, isFollowed: false) == .deliver([30], isCaughtUp: true, token: token(3, pending: 0)))
    }

    @Test("Values are delivered when there are many, or large ones, though messages follow")
    mutating func isBounded() throws {
        for delivery in 1..<UInt64(BucketBatch.countLimit) { #expect(try add(delivery, pending: 9, isFollowed: true) == .wait) }
        let last = UInt64(BucketBatch.countLimit)
        #expect(try add(last, pending: 9, isFollowed: true) != .wait)
        #expect(try add(last + 1, pending: 9, size: BucketBatch.sizeLimit - 1, isFollowed: true) == .wait)
        #expect(try add(last + 2, pending: 9, isFollowed: true) != .wait)
        #expect(try add(last + 3, pending: 9, isFollowed: true) == .wait)
    }

    @Test("If there is nothing to read, the reader learns it, unless a value was faster")
    mutating func tellsThatThereIsNothing() throws {
        #expect(begin(pending: 0) == .deliver([], isCaughtUp: true, token: nil))
        #expect(heartbeat(0) == .wait)
        batch = BucketBatch(preparation: 2)
        #expect(try add(1, pending: 0, isFollowed: false) != .wait)
        #expect(begin(pending: 0) == .wait)
    }

    @Test("A lost value is noticed by the next one, and by a heartbeat")
    mutating func noticesLostValues() throws {
        #expect(try add(2, pending: 0, isFollowed: false) == .restart)
        batch = BucketBatch(preparation: 2)
        #expect(try add(1, pending: 0, isFollowed: false) != .restart)
        #expect(heartbeat(1) == .wait)
        #expect(heartbeat(2) == .restart)
    }

    @Test("A heartbeat delivers what waited because the heartbeat followed")
    mutating func deliversBehindAHeartbeat() throws {
        #expect(try add(1, pending: 0, isFollowed: true) == .wait)
        #expect(heartbeat(1, isFollowed: true) == .wait)
        #expect(heartbeat(nil) == .deliver([10], isCaughtUp: true, token: token(1, pending: 0)))
    }

    @Test("The place of a message is read from its token, with a domain and without one")
    func readsPlaces() throws {
        for text in ["$JS.ACK.s.c.1.5.6.1700.7", "$JS.ACK.hub.acc.s.c.1.5.6.1700.7", "$JS.ACK._.acc.s.c.1.5.6.1700.7.x1"] {
            let place = try #require(JetStream.Place(text))
            #expect((place.sequence, place.delivery, place.pending) == (5, 6, 7))
        }
        for text in ["", "$JS.ACK.s.c.1.5.6.1700", "$JS.ACK.s.c.1.5.6.1700.7.8", "$JS.ACK.s.c.1.x.6.1700.7", "$JS.API.s.c.1.5.6.1700.7"] {
            #expect(JetStream.Place(text) == nil)
        }
    }
}

struct PendingPutsTests {
    private func message() -> OutgoingMessage { OutgoingMessage([], to: "a") }

    @Test("As many values are sent as the window allows, in order, and one more with each answer")
    func keepsTheWindow() {
        var puts = PendingPuts<Int>()
        let window = PendingPuts<Int>.window
        for caller in 0..<3 * window { puts.append(message(), caller) }
        var (numbers, callers): ([UInt64], [Int]) = ([], [])
        while let (_, number) = puts.nextToSend() { numbers.append(number) }
        #expect(numbers == Array(1...UInt64(window)))
        while !numbers.isEmpty {
            let caller = puts.settle(numbers.removeFirst())
            callers += caller.map { [$0] } ?? []
            while let (_, number) = puts.nextToSend() { numbers.append(number) }
        }
        #expect(callers == Array(0..<3 * window))
        #expect(puts.lastNumber == UInt64(3 * window))
        let none = puts.settle(1)
        #expect(none == nil && puts.deadline == nil)
    }

    @Test("Overdue values are removed in order; those that wait aren't overdue")
    func removesOverdueValues() {
        var puts = PendingPuts<Int>()
        for caller in 0..<3 { puts.append(message(), caller) }
        let times = [100, 200].map { DispatchTime(uptimeNanoseconds: $0) }
        for time in times { _ = puts.nextToSend(at: time) }
        #expect(puts.deadline == times[0] + PendingPuts<Int>.patience)
        let overdue = [times[0], times[0] + PendingPuts<Int>.patience, times[1] + PendingPuts<Int>.patience].map {
            puts.takeOverdue(at: $0)
        }
        #expect(overdue == [[], [0], [1]])
        let rest = puts.takeAll()
        #expect(rest == [2])
    }

    @Test("All callers can be taken, those whose values were sent first")
    func takesAll() {
        var puts = PendingPuts<Int>()
        for caller in 0..<5 { puts.append(message(), caller) }
        for _ in 0..<2 { _ = puts.nextToSend() }
        let all = puts.takeAll()
        #expect(all == Array(0..<5))
        let next = puts.nextToSend()
        #expect(next == nil && puts.deadline == nil)
    }
}
