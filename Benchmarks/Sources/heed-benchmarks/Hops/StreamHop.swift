import Synchronization

/// An `AsyncStream` that a task on the main actor takes from.
final class StreamHop: Hop {
    let name = "AsyncStream"
    let role = Role.peer
    private let stream: AsyncStream<Int>
    private let continuation: AsyncStream<Int>.Continuation

    init() {
        (stream, continuation) = AsyncStream.makeStream()
    }

    deinit {
        continuation.finish()
    }

    func start(_ arrivals: Arrivals) {
        Task { @MainActor [stream] in
            for await number in stream { arrivals.take(number) }
        }
    }

    func send(_ count: Int) {
        for number in 0..<count { continuation.yield(number) }
    }
}
