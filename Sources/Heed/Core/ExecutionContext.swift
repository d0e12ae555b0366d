/// Where handlers run: at once, on the main actor, on a queue, in an event loop.
///
/// Adapt an executor of your own by conforming a type to this protocol and giving it a static member to be called by:
///
/// ```swift
/// struct PrintQueue: ExecutionContext {
///     func execute(_ job: @escaping @Sendable () -> Void) { … }
/// }
/// extension ExecutionContext where Self == PrintQueue {
///     static var printing: PrintQueue { PrintQueue() }
/// }
/// ```
public protocol ExecutionContext: Sendable {
    /// Runs the job once, soon, elsewhere.
    ///
    /// Heed has at most one job under way for each observer, so a context need not keep jobs in order.
    func execute(_ job: @escaping @Sendable () -> Void)
}

/// A context whose jobs run on the main thread, so that handlers may touch the main actor's state.
public protocol MainActorExecutionContext: ExecutionContext {}

/// Handlers run on the thread that made the change, before the change returns.
public struct ImmediateContext: Sendable {
    /// Creates the context. Usually written `.immediate`.
    public init() {}

    /// Handlers run on the thread that made the change, before the change returns.
    public static var immediate: ImmediateContext { ImmediateContext() }
}

/// Handlers run on the main actor, always later, never within the call that made the change.
public struct MainActorContext: MainActorExecutionContext {
    /// Creates the context. Usually written `.mainActor`.
    public init() {}

    /// Runs the job as a task of the main actor.
    public func execute(_ job: @escaping @Sendable () -> Void) {
        Task { @MainActor in job() }
    }
}

extension ExecutionContext where Self == MainActorContext {
    /// Handlers run on the main actor, always later, never within the call that made the change.
    public static var mainActor: MainActorContext { MainActorContext() }
}
