import Foundation
import HeedFoundation
import Testing

@KeyValueObservable
private final class Thermometer: Sendable {
    var degrees: Int = 0
}

@Suite("The receptionist of an object, a key path, a queue and a task", .timeLimit(.minutes(10)))
struct QueueReceptionistTests {
    private let thermometer = Thermometer()

    @Test("On an operation queue, each change is a task, in order, with its old and new value")
    func operationQueue() async {
        let (changes, arrival) = AsyncStream.makeStream(of: [Int].self)
        let receptionist = Receptionist(forKeyPath: \.degrees, object: thermometer, queue: OperationQueue()) { change in
            arrival.yield([change.oldValue!, change.newValue!])
            if change.newValue == 100 { arrival.finish() }
        }
        for degrees in 1...100 { thermometer.degrees = degrees }
        var received: [[Int]] = []
        for await change in changes { received.append(change) }
        #expect(received == (1...100).map { [$0 - 1, $0] })
        withExtendedLifetime(receptionist) {}
    }

    @Test("On a dispatch queue, each change is also a task")
    func dispatchQueue() async {
        let queue = DispatchQueue(label: "tasks")
        let degrees: Int = await withCheckedContinuation { continuation in
            let receptionist = Receptionist(forKeyPath: \.degrees, object: thermometer, queue: queue) { change in
                continuation.resume(returning: change.newValue!)
            }
            thermometer.degrees = 37
            queue.sync {}
            withExtendedLifetime(receptionist) {}
        }
        #expect(degrees == 37)
    }
}
