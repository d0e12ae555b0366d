import Dispatch
import Observation
import Synchronization

/// The standard library's `Observations`. It passes over numbers that are replaced before it looks, the last one among them if it comes
/// at a bad moment; so the sender repeats the last one until it has arrived.
///
/// Used across threads it sometimes leaves registrations behind, and then gets slower with each number. So each round has an object of its
/// own, and few numbers.
final class ObservationsHop: Hop {
    let name = "Observations (passes over numbers)"
    let role = Role.peer
    let isExact = false
    let most = 100_000
    private let arrivals = Mutex<Arrivals?>(nil)

    func start(_ arrivals: Arrivals) {
        self.arrivals.withLock { $0 = arrivals }
    }

    func send(_ count: Int) {
        let arrivals = arrivals.withLock { $0! }
        let model = SharedObservableModel()
        let arrived = DispatchSemaphore(value: 0)
        let task = Task { @MainActor in
            for await number in Observations({ model.number }) where number == count {
                arrived.signal()
                return
            }
        }
        for number in 1...count { model.number = number }
        // Should it never arrive, the figure shows that it took a second.
        var attempts = 0
        while arrived.wait(timeout: .now() + .milliseconds(5)) == .timedOut, attempts < 200 {
            model.number = count
            attempts += 1
        }
        task.cancel()
        Task { @MainActor in arrivals.finish() }
    }
}

/// An observable object that threads may share.
@Observable
final class SharedObservableModel: Sendable {
    @ObservationIgnored private let stored = Atomic(0)

    var number: Int {
        get {
            access(keyPath: \.number)
            return stored.load(ordering: .acquiring)
        }
        set {
            withMutation(keyPath: \.number) { stored.store(newValue, ordering: .releasing) }
        }
    }
}
