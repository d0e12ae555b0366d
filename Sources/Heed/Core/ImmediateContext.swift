/// Handlers run on the thread that made the change, before the change returns.
///
/// ## Behavior
/// - Nothing waits, so nothing is dropped, unless a ``DeliveryPolicy`` makes it wait.
public struct ImmediateContext: ExecutionContext {
    /// Runs the job at once.
    public func execute(_ job: @escaping @Sendable () -> Void) {
        job()
    }
}

extension ExecutionContext where Self == ImmediateContext {
    /// Handlers run on the thread that made the change, before the change returns.
    public static var immediate: ImmediateContext { ImmediateContext() }
}
