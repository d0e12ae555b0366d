/// The values that arrive on the main actor.
@MainActor
final class Arrivals {
    private var sum = 0
    private var missing = 0
    private var next = 0
    /// Whether the numbers have come in the order in which they were sent, from zero on.
    private(set) var isInOrder = true
    private var complete: CheckedContinuation<Void, Never>?

    /// Lets a thread send, and waits until as many numbers have arrived.
    ///
    /// - Returns: The nanoseconds from when the thread was told to until the last one arrived.
    func time(_ count: Int, send: @escaping @Sendable () -> Void) async -> Double {
        missing = count
        next = 0
        isInOrder = true
        let clock = ContinuousClock()
        let start = clock.now
        await withCheckedContinuation { continuation in
            complete = continuation
            Sender.run(send)
        }
        return Stopwatch.nanoseconds(start.duration(to: clock.now))
    }

    func take(_ number: Int) {
        sum &+= number
        if number != next { isInOrder = false }
        next = number + 1
        missing -= 1
        if missing == 0 { finish() }
    }

    /// Ends the wait, of those who do not deliver every number.
    func finish() {
        complete?.resume()
        complete = nil
    }
}
