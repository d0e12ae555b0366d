/// One way through Heed.
struct Probe: Sendable {
    let name: String
    /// Sets up what is needed. The function that it returns is what is counted.
    let prepare: @Sendable () -> (_ times: Int) -> Void

    static let all = posting + properties + registering + receiving + inspecting
}

/// The sum that handlers add to.
// SAFETY: a probe has one thread.
final class Sum: @unchecked Sendable {
    var value = 0
}
