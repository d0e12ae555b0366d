internal import Synchronization

/// The memory that the bodies of all responses may take together, so that many hostile servers cost no more than one.
///
/// State and its protection: `state`, by its lock.
final class BodyBudget: Sendable {
    private struct Share {
        var bytes = 0
        var isRunning = true
        var isGivenUp = false
    }

    private struct State {
        var lastNumber = 0
        var shares: [Int: Share] = [:]
        var total = 0
    }

    private let limit: Int
    private let state = Mutex(State())

    /// - Parameter limit: The largest number of bytes. A single body may be larger.
    init(limit: Int = 32 << 20) {
        self.limit = limit
    }

    /// Begins the share of a body.
    func begin() -> BodyShare {
        let number = state.withLock { state in
            state.lastNumber += 1
            state.shares[state.lastNumber] = Share()
            return state.lastNumber
        }
        return BodyShare(number, of: self)
    }

    /// Notes the size of a body. While all together are too large, the largest one that is still being received is given up.
    ///
    /// - Returns: Whether there is room for the body.
    fileprivate func note(_ bytes: Int, of number: Int) -> Bool {
        state.withLock { state in
            guard state.shares[number]?.isGivenUp == false else { return false }
            state.total += bytes - (state.shares[number]?.bytes ?? 0)
            state.shares[number]?.bytes = bytes
            while state.total > limit, state.total > bytes {
                let running = state.shares.filter { $0.value.isRunning && !$0.value.isGivenUp }
                // The body itself is among them.
                guard let (largest, share) = running.max(by: { $0.value.bytes < $1.value.bytes }) else { return false }
                state.total -= share.bytes
                state.shares[largest] = Share(isGivenUp: true)
                if largest == number { return false }
            }
            return true
        }
    }

    fileprivate func isGivenUp(_ number: Int) -> Bool { state.withLock { $0.shares[number]?.isGivenUp == true } }

    fileprivate func endRunning(_ number: Int) {
        state.withLock { $0.shares[number]?.isRunning = false }
    }

    fileprivate func remove(_ number: Int) {
        state.withLock { state in state.total -= state.shares.removeValue(forKey: number)?.bytes ?? 0 }
    }
}

/// The part of a ``BodyBudget`` that a body takes for as long as this object lives.
final class BodyShare: Sendable {
    private let number: Int
    private let budget: BodyBudget

    fileprivate init(_ number: Int, of budget: BodyBudget) {
        (self.number, self.budget) = (number, budget)
    }

    deinit {
        budget.remove(number)
    }

    /// Whether the body has to make room for others.
    var isGivenUp: Bool { budget.isGivenUp(number) }

    /// Notes the size of the body, in bytes.
    ///
    /// - Returns: Whether there is room for it.
    func note(_ bytes: Int) -> Bool { budget.note(bytes, of: number) }

    /// Notes that the body is complete. It takes its memory until it has been used.
    func endRunning() {
        budget.endRunning(number)
    }
}

/// The body of a response.
package struct FetchedBody: Sendable {
    /// Its bytes.
    package let bytes: [UInt8]
    /// Its part of the budget for bodies, until this value is released.
    let share: BodyShare?
}
