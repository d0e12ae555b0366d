import Foundation
import Testing

/// Waits for what another process does.
///
/// This is the only place of these tests that lets time pass. The code under test runs in other processes, which tell nobody here when they
/// have drawn a frame, written a file or ended a child; asking again until a deadline is the way to know. A condition that holds is noticed
/// within a few hundredths of a second; the deadline is long, because it is only reached when a test fails.
///
/// The state of a window, a process or a server at one moment proves nothing. `make lint` refuses a look at a window outside of these waits.
@MainActor
enum Eventually {
    /// The longest time that anything may take, on a machine that has other things to do.
    static let patience = Duration.seconds(ProcessInfo.processInfo.environment["SLEEVES_TEST_PATIENCE"].flatMap(Int.init) ?? 90)

    /// Asks until there is a value.
    ///
    /// - Parameters:
    ///   - expectation: What is waited for, as a sentence for the error.
    ///   - limit: How long to wait.
    ///   - pause: How long to wait at least before asking again.
    ///   - seen: What was seen instead, for the error.
    /// - Throws: ``TooLate``, or what `read` throws.
    static func value<Value>(
        _ expectation: @autoclosure () -> String,
        within limit: Duration = patience,
        every pause: Duration = .milliseconds(20),
        instead seen: () -> String? = { nil },
        sourceLocation: SourceLocation = #_sourceLocation,
        _ read: () async throws -> Value?
    ) async throws -> Value {
        let deadline = ContinuousClock.now + limit
        while true {
            let start = ContinuousClock.now
            if let value = try await read() { return value }
            let end = ContinuousClock.now
            guard end < deadline else {
                throw TooLate(
                    expectation: expectation(), seen: seen(), limit: limit, picture: await Stage.current?.keepPicture(),
                    sourceLocation: sourceLocation)
            }
            // As long as the asking took, so that the program has half of the time for itself.
            try await Task.sleep(for: max(pause, end - start))
        }
    }

    /// Asks until a condition holds.
    static func holds(
        _ expectation: @autoclosure () -> String,
        within limit: Duration = patience,
        sourceLocation: SourceLocation = #_sourceLocation,
        _ condition: () async throws -> Bool
    ) async throws {
        try await value(expectation(), within: limit, sourceLocation: sourceLocation) { try await condition() ? () : nil }
    }

    /// Asks until the answer is as expected. The error says what it was last.
    ///
    /// - Parameter name: What is asked for, as the error says it.
    static func equal<Value: Equatable>(
        _ name: String,
        _ expected: Value,
        within limit: Duration = patience,
        sourceLocation: SourceLocation = #_sourceLocation,
        _ read: () async throws -> Value
    ) async throws {
        var last: Value?
        let seen = { last.map { text(of: $0) } }
        try await value("\(name) is \(text(of: expected))", within: limit, instead: seen, sourceLocation: sourceLocation) {
            let value = try await read()
            last = value
            return value == expected ? () : nil
        }
    }

    /// Does something, again after a pause, until a value shows that it was taken.
    ///
    /// An act that comes before the albums are in a new order applies to the present one.
    static func again<Value>(
        _ expectation: @autoclosure () -> String, every pause: Duration = .seconds(3), sourceLocation: SourceLocation = #_sourceLocation,
        _ act: () async throws -> Void, _ read: @MainActor () -> Value?
    ) async throws -> Value {
        var next = ContinuousClock.now
        return try await value(expectation(), sourceLocation: sourceLocation) {
            if let value = read() { return value }
            if ContinuousClock.now >= next {
                try await act()
                next = .now + pause
            }
            return read()
        }
    }

    /// Asks until the answers stay the same for a while: what moved stands still.
    ///
    /// For a while, because a busy program may leave out a few frames in the middle of a movement.
    static func still<Value: Equatable>(
        _ expectation: @autoclosure () -> String,
        for duration: Duration = .milliseconds(250),
        sourceLocation: SourceLocation = #_sourceLocation,
        _ read: () async throws -> Value
    ) async throws -> Value {
        var last: (value: Value, since: ContinuousClock.Instant)?
        return try await value(expectation(), sourceLocation: sourceLocation) {
            let (next, now) = (try await read(), ContinuousClock.now)
            guard let before = last, before.value == next else {
                last = (next, now)
                return nil
            }
            return now - before.since >= duration ? next : nil
        }
    }

    private static func text(of value: Any) -> String {
        if let value = value as? String { return "“\(value)”" }
        let mirror = Mirror(reflecting: value)
        guard mirror.displayStyle == .optional else { return "\(value)" }
        return mirror.children.first.map { text(of: $0.value) } ?? "none"
    }

    /// An expectation that wasn't met in time.
    struct TooLate: Error, CustomStringConvertible {
        let expectation: String
        /// The state that was seen last instead.
        let seen: String?
        let limit: Duration
        /// The place of a picture of the screen, as it was then.
        let picture: String?
        /// The line at which the test waited. An error that ends a test is otherwise shown at the test's beginning.
        let sourceLocation: SourceLocation

        var description: String {
            let place = "\(sourceLocation.fileName):\(sourceLocation.line)"
            return "\(place): not within \(limit): \(expectation)" + (seen.map { "; it was \($0)" } ?? "")
                + (picture.map { "; the screen is in \($0)" } ?? "")
        }
    }
}
