import Dispatch
import OpenCombine
import OpenCombineDispatch
import Synchronization

/// OpenCombine's `receive(on:)` with the main queue.
// SAFETY: the subject is safe to use from any thread, as OpenCombine says; the cancellable is set before anything is sent.
final class CombineHop: Hop, @unchecked Sendable {
    let name = "OpenCombine receive(on:)"
    let role = Role.peer
    private let subject = PassthroughSubject<Int, Never>()
    private var cancellable: AnyCancellable?

    func start(_ arrivals: Arrivals) {
        cancellable = subject.receive(on: DispatchQueue.main.ocombine).sink { number in
            MainActor.assumeIsolated { arrivals.take(number) }
        }
    }

    func send(_ count: Int) {
        for number in 0..<count { subject.send(number) }
    }
}
