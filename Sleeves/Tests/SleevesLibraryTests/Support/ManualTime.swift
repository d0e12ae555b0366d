import Foundation
import Synchronization

@testable import SleevesLibrary
@testable import SleevesNetworking

/// A time that passes when a test says so.
final class ManualTime: Timekeeping {
    private struct Sleeper {
        let number: Int
        let until: Duration
        let continuation: CheckedContinuation<Void, any Error>
    }

    private struct State {
        var elapsed = Duration.zero
        var sleepers: [Sleeper] = []
        var cancelled: Set<Int> = []
        var count = 0
    }

    private let state = Mutex(State())
    private let start = Date(timeIntervalSince1970: 1_700_000_000)
    /// The length of each sleep, as it begins.
    let sleeps: AsyncStream<Duration>
    private let beginning: AsyncStream<Duration>.Continuation

    init() {
        (sleeps, beginning) = AsyncStream.makeStream(of: Duration.self)
    }

    var date: Date { start.addingTimeInterval(elapsed / .seconds(1)) }
    var elapsed: Duration { state.withLock { $0.elapsed } }

    func sleep(for duration: Duration) async throws {
        let number = state.withLock { state in
            state.count += 1
            return state.count
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
                let isCancelled = state.withLock { state in
                    if state.cancelled.contains(number) { return true }
                    state.sleepers.append(Sleeper(number: number, until: state.elapsed + duration, continuation: continuation))
                    return false
                }
                if isCancelled { continuation.resume(throwing: CancellationError()) }
                beginning.yield(duration)
            }
        } onCancel: {
            let sleeper: Sleeper? = state.withLock { state in
                state.cancelled.insert(number)
                guard let index = state.sleepers.firstIndex(where: { $0.number == number }) else { return nil }
                return state.sleepers.remove(at: index)
            }
            sleeper?.continuation.resume(throwing: CancellationError())
        }
    }

    func advance(by duration: Duration) {
        let due = state.withLock { state in
            state.elapsed += duration
            let due = state.sleepers.filter { $0.until <= state.elapsed }
            state.sleepers.removeAll { $0.until <= state.elapsed }
            return due
        }
        for sleeper in due { sleeper.continuation.resume() }
    }
}
