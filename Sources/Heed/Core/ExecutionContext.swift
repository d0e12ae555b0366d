/// Where handlers run: on the main actor, on a queue, in an event loop.
///
/// Adapt an executor of your own by conforming a type to this protocol and giving it a static member to be called by:
///
/// ```swift
/// final class EventLoop: ExecutionContext {
///     static let main = EventLoop()
///     private let jobs = Mutex<[@Sendable () -> Void]>([])
///
///     func execute(_ job: @escaping @Sendable () -> Void) {
///         jobs.withLock { $0.append(job) }
///     }
///
///     func runOnce() {
///         let waiting = jobs.withLock { jobs in
///             defer { jobs = [] }
///             return jobs
///         }
///         for job in waiting { job() }
///     }
/// }
///
/// extension ExecutionContext where Self == EventLoop {
///     static var eventLoop: EventLoop { .main }
/// }
/// ```
public protocol ExecutionContext: Sendable {
    /// Runs the job once, soon, elsewhere.
    ///
    /// Heed has at most one job under way for each observer, so a context need not keep jobs in order.
    func execute(_ job: @escaping @Sendable () -> Void)

    /// Runs the job once, as soon as the context has nothing better to do.
    ///
    /// An event loop runs it when it is idle. A context that cannot tell puts it behind what waits now; that is what happens when you do
    /// not implement this.
    func executeWhenIdle(_ job: @escaping @Sendable () -> Void)
}

extension ExecutionContext {
    /// Runs the job behind whatever waits now.
    public func executeWhenIdle(_ job: @escaping @Sendable () -> Void) {
        execute { execute(job) }
    }
}

/// A context whose jobs run on the main thread, so that handlers may touch the main actor's state.
public protocol MainActorExecutionContext: ExecutionContext {}
