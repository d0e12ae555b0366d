import DisplayTesting
import Foundation
import GTKAdapters
import SleevesLibrary
import Testing

/// Waits for what the window does.
///
/// This is the only place of these tests that lets time pass. In a test's process, GLib's main loop runs only while somebody turns it, and
/// the main actor's other tasks run only while the test awaits, so a wait does both in turn. A condition is looked at again after each event;
/// the deadline is long, because it is only reached when a test fails.
@MainActor
enum Eventually {
    /// The longest time that anything may take, on a machine that has other things to do.
    static let patience = Duration.seconds(ProcessInfo.processInfo.environment["SLEEVES_TEST_PATIENCE"].flatMap(Int.init) ?? 90)

    /// Looks until there is a value.
    ///
    /// - Parameters:
    ///   - expectation: What is waited for, as a sentence for the failure.
    ///   - limit: How long to wait.
    ///   - state: What there is instead, for the failure.
    /// - Throws: After recording the failure; or what `read` throws.
    static func value<Value: Sendable>(
        _ expectation: @autoclosure () -> String,
        within limit: Duration = patience,
        seeing state: () -> String = { "" },
        at place: SourceLocation = #_sourceLocation,
        _ read: () async throws -> Value?
    ) async throws -> Value {
        let deadline = ContinuousClock.now + limit
        var last: ContinuousClock.Instant?
        while true {
            let isBusy = turn()
            let now = ContinuousClock.now
            // Nothing shows another state without an event, but files and other threads may.
            if isBusy || last.map({ now - $0 > .milliseconds(20) }) ?? true {
                if let value = try await read() { return value }
                last = now
            }
            guard now < deadline else {
                let seen = state()
                let words = "not within \(limit): \(expectation())" + (seen.isEmpty ? "" : "; \(seen)") + TestDesktop.keepPicture()
                return try #require(nil as Value?, "\(words)", sourceLocation: place)
            }
            try await Task.sleep(for: .milliseconds(1))
        }
    }

    /// Looks until a condition holds.
    static func holds(
        _ expectation: @autoclosure () -> String,
        within limit: Duration = patience,
        seeing state: () -> String = { "" },
        at place: SourceLocation = #_sourceLocation,
        _ condition: () async throws -> Bool
    ) async throws {
        try await value(expectation(), within: limit, seeing: state, at: place) { try await condition() ? () : nil }
    }

    /// Turns the main loop until a condition holds, while the main actor's tasks wait: as if what they wait for took longer.
    static func holdsBeforeTasks(
        _ expectation: @autoclosure () -> String,
        seeing state: () -> String = { "" },
        at place: SourceLocation = #_sourceLocation,
        _ condition: () throws -> Bool
    ) throws {
        let deadline = ContinuousClock.now + patience
        while try !condition() {
            if ContinuousClock.now >= deadline {
                let words = "not within \(patience): \(expectation()); \(state())"
                _ = try #require(nil as Bool?, "\(words)", sourceLocation: place)
            }
            _ = turn()
        }
    }

    /// Turns the main loop until it has nothing to do, or has done much.
    ///
    /// - Returns: Whether there was anything.
    private static func turn() -> Bool {
        // As in the program. The main actor has no thread of its own in a test's process, so that it may wait on the others.
        MainThread.forbidWaiting()
        defer { MainThread.allowWaiting() }
        var count = 0
        while count < 100, MainLoop.turn(waits: false) { count += 1 }
        return count > 0
    }
}
