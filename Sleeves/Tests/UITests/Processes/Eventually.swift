import Foundation

/// Waits for what another process does.
///
/// This is the only place of these tests that lets time pass. The code under test runs in other processes, which tell nobody here when they
/// have drawn a frame, written a file or ended a child; asking again until a deadline is the way to know. A condition that holds is noticed
/// within a few hundredths of a second; the deadline is long, because it is only reached when a test fails.
@MainActor
enum Eventually {
    /// How long anything may take, on a machine that has other things to do.
    static let patience = Duration.seconds(ProcessInfo.processInfo.environment["SLEEVES_TEST_PATIENCE"].flatMap(Int.init) ?? 90)

    /// Asks until there is a value.
    ///
    /// - Parameters:
    ///   - expectation: What is waited for, as a sentence for the error.
    ///   - limit: How long to wait.
    /// - Throws: ``TooLate``, or what `read` throws.
    static func value<Value>(
        _ expectation: @autoclosure () -> String,
        within limit: Duration = patience,
        _ read: () async throws -> Value?
    ) async throws -> Value {
        let deadline = ContinuousClock.now + limit
        while true {
            let start = ContinuousClock.now
            if let value = try await read() { return value }
            let end = ContinuousClock.now
            guard end < deadline else {
                throw TooLate(expectation: expectation(), limit: limit, picture: await Stage.current?.keepPicture())
            }
            // As long as the asking took, so that the program has half of the time for itself.
            try await Task.sleep(for: max(.milliseconds(20), end - start))
        }
    }

    /// Asks until a condition holds.
    static func holds(
        _ expectation: @autoclosure () -> String,
        within limit: Duration = patience,
        _ condition: () async throws -> Bool
    ) async throws {
        try await value(expectation(), within: limit) { try await condition() ? () : nil }
    }

    /// Asks until the answers stay the same for a while: what moved stands still.
    ///
    /// For a while, because a busy program may leave out a few frames in the middle of a movement.
    static func still<Value: Equatable>(
        _ expectation: @autoclosure () -> String,
        for duration: Duration = .milliseconds(250),
        _ read: () async throws -> Value
    ) async throws -> Value {
        var last: (value: Value, since: ContinuousClock.Instant)?
        return try await value(expectation()) {
            let (next, now) = (try await read(), ContinuousClock.now)
            guard let before = last, before.value == next else {
                last = (next, now)
                return nil
            }
            return now - before.since >= duration ? next : nil
        }
    }

    /// What was waited for did not happen.
    struct TooLate: Error, CustomStringConvertible {
        let expectation: String
        let limit: Duration
        /// Where a picture of the screen is, as it was then.
        let picture: String?

        var description: String {
            "not within \(limit): \(expectation)" + (picture.map { "; the screen is in \($0)" } ?? "")
        }
    }
}
