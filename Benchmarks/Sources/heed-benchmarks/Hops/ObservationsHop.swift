import Dispatch
import Observation
import Synchronization

/// The standard library's `Observations`. It passes over numbers that are replaced before it looks, the last one among them if it comes
/// at a bad moment; so the sender repeats the last one until it has arrived.
final class ObservationsHop: Hop {
    let name = "Observations (passes over numbers)"
    let role = Role.peer
    let isExact = false
    private let model = SharedObservableModel()
    private let last = Atomic(0)
    private let arrived = DispatchSemaphore(value: 0)

    func start(_ arrivals: Arrivals) {
        let model = model
        Task { @MainActor [weak self] in
            for await number in Observations({ model.number }) {
                guard let self else { return }
                guard number == last.load(ordering: .acquiring), number > 0 else { continue }
                last.store(0, ordering: .releasing)
                arrived.signal()
                arrivals.finish()
            }
        }
    }

    func send(_ count: Int) {
        // Each time other numbers: what is there from the time before must not be taken for the last one.
        let first = model.number + 1
        let last = first + count - 1
        self.last.store(last, ordering: .releasing)
        for number in first...last { model.number = number }
        while arrived.wait(timeout: .now() + .milliseconds(5)) == .timedOut { model.number = last }
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
