import Testing

/// Waits for what the player and the programs around it do, in real processes and real time.
@MainActor
enum Eventually {
    /// Asks until a condition holds. Returns whether it did before a deadline that only ends a hang.
    ///
    /// The time is counted in turns of the main actor, where the player lives too: if others keep it busy, both wait.
    static func holds(_ condition: () throws -> Bool) async rethrows -> Bool {
        for _ in 0..<9_000 {
            if try condition() { return true }
            try? await Task.sleep(for: .milliseconds(10))
        }
        return try condition()
    }
}
