/// Handlers run on the thread that made the change, before the change returns.
///
/// ## Behavior
/// - Nothing waits, so nothing is dropped.
public struct ImmediateContext: Sendable {
    /// Creates the context. Usually written `.immediate`.
    public init() {}

    /// Handlers run on the thread that made the change, before the change returns.
    public static var immediate: ImmediateContext { ImmediateContext() }
}
