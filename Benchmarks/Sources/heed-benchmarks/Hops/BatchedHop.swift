import Synchronization

/// An array under a lock, and at most one job on its way to empty it: the cheapest way that loses nothing.
final class BatchedHop: Hop {
    let name = "batches by hand"
    let role = Role.floor

    private struct Waiting {
        var numbers: [Int] = []
        var isOnTheWay = false
        var deliver: @MainActor @Sendable (Int) -> Void = { _ in }
    }

    private let waiting = Mutex(Waiting())

    func start(_ arrivals: Arrivals) {
        waiting.withLock { $0.deliver = { arrivals.take($0) } }
    }

    func send(_ count: Int) {
        for number in 0..<count { offer(number) }
    }

    private func offer(_ number: Int) {
        let isFirst = waiting.withLock { waiting in
            waiting.numbers.append(number)
            defer { waiting.isOnTheWay = true }
            return !waiting.isOnTheWay
        }
        if isFirst { Task { @MainActor in drain() } }
    }

    @MainActor
    private func drain() {
        while true {
            let (numbers, deliver) = waiting.withLock { waiting in
                let numbers = waiting.numbers
                waiting.numbers = []
                waiting.isOnTheWay = !numbers.isEmpty
                return (numbers, waiting.deliver)
            }
            if numbers.isEmpty { return }
            for number in numbers { deliver(number) }
        }
    }
}
