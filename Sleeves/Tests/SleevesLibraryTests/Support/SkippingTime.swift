import Foundation
import Synchronization

@testable import SleevesLibrary
@testable import SleevesNetworking

/// A time in which nobody waits: who sleeps is awake at once, and it is as late as if they had slept.
final class SkippingTime: Timekeeping {
    private let state = Mutex((elapsed: Duration.zero, sleeps: [Duration]()))
    private let start = Date(timeIntervalSince1970: 1_700_000_000)

    var date: Date { start.addingTimeInterval(elapsed / .seconds(1)) }
    var elapsed: Duration { state.withLock { $0.elapsed } }
    /// The time that everybody wanted to sleep.
    var sleeps: [Duration] { state.withLock { $0.sleeps } }

    func sleep(for duration: Duration) async throws {
        try Task.checkCancellation()
        state.withLock { state in
            state.elapsed += duration
            state.sleeps.append(duration)
        }
    }

    func advance(by duration: Duration) {
        state.withLock { $0.elapsed += duration }
    }
}
