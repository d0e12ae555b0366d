public import Heed

/// A context that runs handlers in GLib's main loop, on the main actor: always later, never within the call that made the change.
///
/// Unlike `.mainActor`, it needs no task. One hop is one source of the main loop, at the priority of input.
public struct GLibExecutionContext: MainActorExecutionContext {
    /// Creates the context, usually written `.glib`.
    public init() {}

    /// Enqueues the job on the main loop.
    public func execute(_ job: @escaping @Sendable () -> Void) {
        GLibContext.enqueue { job() }
    }

    /// Enqueues the job to run when the main loop is idle and has drawn.
    public func executeWhenIdle(_ job: @escaping @Sendable () -> Void) {
        GLibContext.enqueueWhenIdle { job() }
    }
}

extension ExecutionContext where Self == GLibExecutionContext {
    /// The context that runs handlers in GLib's main loop, on the main actor.
    public static var glib: GLibExecutionContext { GLibExecutionContext() }
}
