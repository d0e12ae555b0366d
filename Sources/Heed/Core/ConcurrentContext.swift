/// Handlers run in tasks that belong to no actor, later. This is the place for async handlers that need no isolation.
///
/// ## Behavior
/// - An async handler is waited for before the next call.
public struct ConcurrentContext: ExecutionContext {
    /// Runs the job in a task of its own.
    public func execute(_ job: @escaping @Sendable () -> Void) {
        Task { job() }
    }
}

extension ExecutionContext where Self == ConcurrentContext {
    /// Handlers run in tasks that belong to no actor, later. One observer's handler is never called twice at once.
    public static var concurrent: ConcurrentContext { ConcurrentContext() }
}
