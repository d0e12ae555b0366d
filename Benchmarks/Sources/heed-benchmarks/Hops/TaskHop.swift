import Dispatch
import Synchronization

/// A task for each number.
final class TaskHop: Hop {
    let name = "Task { @MainActor } each"
    let role = Role.peer
    private let arrivals = Mutex<Arrivals?>(nil)

    func start(_ arrivals: Arrivals) {
        self.arrivals.withLock { $0 = arrivals }
    }

    func send(_ count: Int) {
        let arrivals = arrivals.withLock { $0! }
        for number in 0..<count {
            Task { @MainActor in arrivals.take(number) }
        }
    }
}

/// A block on the main queue for each number.
final class DispatchHop: Hop {
    let name = "DispatchQueue.main.async each"
    let role = Role.peer
    private let arrivals = Mutex<Arrivals?>(nil)

    func start(_ arrivals: Arrivals) {
        self.arrivals.withLock { $0 = arrivals }
    }

    func send(_ count: Int) {
        let arrivals = arrivals.withLock { $0! }
        for number in 0..<count {
            DispatchQueue.main.async { arrivals.take(number) }
        }
    }
}
