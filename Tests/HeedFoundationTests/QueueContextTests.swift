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
