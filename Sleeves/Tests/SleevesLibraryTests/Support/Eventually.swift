import Testing

/// Waits for the effects of other processes and threads that signal nothing here.
enum Eventually {
    /// Asks until a condition holds. The deadline only ends a hang.
    static func holds(
        _ expectation: @autoclosure () -> String, sourceLocation: SourceLocation = #_sourceLocation, _ condition: () async throws -> Bool
    ) async throws {
        let deadline = ContinuousClock.now + .seconds(300)
        while try await !condition() {
            try #require(ContinuousClock.now < deadline, "\(expectation())", sourceLocation: sourceLocation)
            try await Task.sleep(for: .milliseconds(2))
        }
    }
}
