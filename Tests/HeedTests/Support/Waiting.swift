/// Waits until a condition holds that no handler of the test can signal.
///
/// - Returns: False if it doesn't hold for so long that it probably never will. The test then fails instead of hanging.
func eventually(isolation: isolated (any Actor)? = #isolation, _ condition: () async -> Bool) async -> Bool {
    let limit = ContinuousClock.now + .seconds(Gate.patience)
    while await !condition() {
        guard ContinuousClock.now < limit else { return false }
        try? await Task.sleep(for: .milliseconds(1))
    }
    return true
}
