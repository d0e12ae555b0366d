/// Handlers run on the main actor, always later, never within the call that made the change.
///
/// ## Behavior
/// - Handlers touch the main actor's state. Those that are async are waited for before the next call.
public struct MainActorContext: MainActorExecutionContext {
    /// Runs the job as a task of the main actor.
    public func execute(_ job: @escaping @Sendable () -> Void) {
        Task { @MainActor in job() }
    }
}

extension ExecutionContext where Self == MainActorContext {
    /// Handlers run on the main actor, always later, never within the call that made the change.
    public static var mainActor: MainActorContext { MainActorContext() }
}
