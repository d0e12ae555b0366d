public import Heed

/// Handlers run in GLib's main loop, on the main actor, always later, never within the call that made the change.
///
/// Unlike `.mainActor` it needs no task: one hop is one source of the main loop, at the priority of input.
public struct GLibExecutionContext: MainActorExecutionContext {
    /// Creates the context. Usually written `.glib`.
    public init() {}

    /// Runs the job in the main loop, soon.
    public func execute(_ job: @escaping @Sendable () -> Void) {
        GLibContext.enqueue { job() }
    }

    /// Runs the job once the main loop has nothing else to do, drawing included.
    public func executeWhenIdle(_ job: @escaping @Sendable () -> Void) {
        GLibContext.enqueueWhenIdle { job() }
    }
}

extension ExecutionContext where Self == GLibExecutionContext {
    /// Handlers run in GLib's main loop, on the main actor.
    public static var glib: GLibExecutionContext { GLibExecutionContext() }
}
