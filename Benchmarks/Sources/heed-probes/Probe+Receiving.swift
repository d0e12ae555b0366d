import Heed
import Synchronization

extension Probe {
    static let receiving = [
        // As many hops as values.
        receptionist("receptionist-hop", valuesInHop: 1),
        // The price of a value where many go with one hop.
        receptionist("receptionist-value", valuesInHop: 1_000),
    ]

    private static func receptionist(_ name: String, valuesInHop: Int) -> Probe {
        Probe(name: name) {
            let (subject, sum, desk) = (Subject<Int>(), Sum(), Desk())
            let receptionist = Receptionist(for: .values(of: subject), on: desk, delivering: .every) { sum.value &+= $0 }
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
