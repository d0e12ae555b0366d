import Heed
import Synchronization

extension Probe {
    static let receiving = [
        // As many hops as values.
        receptionist("receptionist-hop", valuesInHop: 1),
        // The price of a value where many go with one hop.
        receptionist("receptionist-value", valuesInHop: 1_000),
        receptionist("receptionist-latest", valuesInHop: 1_000, .latest),
        receptionist("receptionist-buffered", valuesInHop: 1_000, .buffered(64)),
        receptionist("receptionist-debounced", valuesInHop: 1_000, .debounced(for: .seconds(1), clock: StoppedClock())),
        receptionist("receptionist-throttled", valuesInHop: 1_000, .throttled(for: .seconds(1), clock: StoppedClock())),
        batches,
        property,
    ]

    private static let batches = Probe(name: "receptionist-batch") {
        let (subject, sum, desk) = (Subject<Int>(), Sum(), Desk())
        let batches = ObservationSource.values(of: subject).batches(upTo: 1_000)
        let receptionist = Receptionist(for: batches, on: desk) { for number in $0 { sum.value &+= number } }
        return { times in
            for number in 0..<times {
                subject.notify(number)
                if number % 1_000 == 999 { desk.run() }
            }
            withExtendedLifetime(receptionist) {}
        }
    }

    private static let property = Probe(name: "receptionist-property") {
        let (model, sum, desk) = (SharedModel(), Sum(), Desk())
        let receptionist = Receptionist(for: .values(of: model, \.number), on: desk) { sum.value &+= $0 }
        return { times in
            for number in 0..<times {
                model.number = number
                if number % 1_000 == 999 { desk.run() }
            }
            withExtendedLifetime(receptionist) {}
        }
    }

    private static func receptionist(_ name: String, valuesInHop: Int, _ policy: DeliveryPolicy = .every) -> Probe {
        Probe(name: name) {
            let (subject, sum, desk) = (Subject<Int>(), Sum(), Desk())
            let receptionist = Receptionist(for: .values(of: subject), on: desk, delivering: policy) { sum.value &+= $0 }
            return { times in
                for number in 0..<times {
                    subject.notify(number)
                    if number % valuesInHop == valuesInHop - 1 { desk.run() }
                }
                withExtendedLifetime(receptionist) {}
            }
        }
    }
}

/// A context whose jobs run when it is told to, so that one thread does everything, always in the same order.
private final class Desk: ExecutionContext {
    private let job = Mutex<(@Sendable () -> Void)?>(nil)

    func execute(_ job: @escaping @Sendable () -> Void) {
        self.job.withLock { $0 = job }
    }

    func run() {
        while let job = job.withLock({ $0.take() }) { job() }
    }
}

/// A clock that stands still, so that no timer of the system allocates meanwhile.
private struct StoppedClock: ReceptionistClock {
    var now: Duration { .zero }

    func schedule(after delay: Duration, _ job: @escaping @Sendable () -> Void) {}
}
