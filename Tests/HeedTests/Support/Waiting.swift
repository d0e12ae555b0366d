/// Waits until a condition holds that no handler of the test can signal.
///
/// - Returns: False if it doesn't hold for so many looks that it probably never will. The test then fails instead of hanging. Time alone says nothing:
///   another test may keep the actor for minutes.
func eventually(isolation: isolated (any Actor)? = #isolation, _ condition: () async -> Bool) async -> Bool {
    for _ in 0..<Int(Gate.patience * 1_000) {
        if await condition() { return true }
        try? await Task.sleep(for: .milliseconds(1))
    }
    return await condition()
}
