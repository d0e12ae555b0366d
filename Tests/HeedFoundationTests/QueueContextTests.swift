import Foundation
import HeedFoundation
import Synchronization
import Testing

@KeyValueObservable
private final class Counter: Sendable {
    var count: Int = 0
}

@Suite("Receptionists on queues", .timeLimit(.minutes(10)))
struct QueueContextTests {
    /// Sets a counter a thousand times and returns the values that the receptionist delivered.
    private func received(on context: some ExecutionContext) async -> [Int] {
        let counter = Counter()
        let (values, arrival) = AsyncStream.makeStream(of: Int.self)
        let receptionist = Receptionist(for: .changes(of: counter, \.count), on: context) { change in
            arrival.yield(change.newValue!)
            if change.newValue == 1_000 { arrival.finish() }
        }
        for number in 1...1_000 { counter.count = number }
        var received: [Int] = []
        for await value in values { received.append(value) }
        withExtendedLifetime(receptionist) {}
        return received
    }

    @Test("A dispatch queue receives every change, in order, serial or concurrent")
    func dispatchQueues() async {
        #expect(await received(on: .queue(DispatchQueue(label: "serial"))) == Array(1...1_000))
        #expect(await received(on: .queue(DispatchQueue(label: "concurrent", attributes: .concurrent))) == Array(1...1_000))
    }

    @Test("An operation queue receives every change, in order")
    func operationQueue() async {
        #expect(await received(on: .operations(OperationQueue())) == Array(1...1_000))
    }

    @Test("Cancelling all operations of a queue drops no change, and later ones arrive")
    func cancelledOperations() async {
        struct Rang: HubMessage { let number: Int }
        let queue = OperationQueue()
        let counter = Counter()
        let hub = NotificationHub()
        let subject = Subject<Int>()
        let notifications = NotificationQueue(hub: hub, on: queue)
        let arrivals = (0..<4).map { _ in AsyncStream.makeStream(of: Int.self) }
        let receptionist = Receptionist(for: .changes(of: counter, \.count), on: .operations(queue)) { change in
            arrivals[0].continuation.yield(change.newValue!)
        }
        let tokens = [
            hub.observe(Rang.self, on: .operations(queue)) { arrivals[1].continuation.yield($0.number) },
            subject.attach(on: .operations(queue)) { arrivals[2].continuation.yield($0) },
            hub.observe(Rang.self) { arrivals[3].continuation.yield($0.number) },
        ]
        func change(to number: Int) {
            counter.count = number
            subject.notify(number)
            notifications.enqueue(Rang(number: number), posting: .asSoonAsPossible, coalescing: .none)
        }
        queue.isSuspended = true
        change(to: 1)
        queue.cancelAllOperations()
        change(to: 2)
        queue.isSuspended = false
        change(to: 3)
        for arrival in arrivals {
            var numbers = arrival.stream.makeAsyncIterator()
            for number in 1...3 { #expect(await numbers.next() == number) }
        }
        withExtendedLifetime((receptionist, tokens)) {}
    }

    @Test("The handler runs on the given queue")
    func rightQueue() async {
        let key = DispatchSpecificKey<Bool>()
        let queue = DispatchQueue(label: "named")
        queue.setSpecific(key: key, value: true)
        let hub = NotificationHub()
        struct Ping: HubMessage {}
        let isThere: Bool = await withCheckedContinuation { continuation in
            let observation = hub.observe(Ping.self, on: .queue(queue)) { _ in
                continuation.resume(returning: DispatchQueue.getSpecific(key: key) == true)
            }
            hub.post(Ping())
            queue.sync {}
            observation.invalidate()
        }
        #expect(isThere)
    }
}
