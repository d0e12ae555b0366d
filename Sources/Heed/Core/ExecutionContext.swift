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
///
/// ## Behavior
/// - At most one job is under way for each observer, so that a context need not keep jobs in order.
/// - Where a context cannot tell when it is idle, idle jobs come behind those that wait.
public protocol ExecutionContext: Sendable {
    /// Runs the job once, soon, elsewhere.
    ///
    /// It is called on any thread.
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
///
/// ## Behavior
/// - Handlers touch the main actor's state, in whichever context of the main thread they run.
/// - A context that runs its jobs elsewhere all the same stops the program at the first one.
public protocol MainActorExecutionContext: ExecutionContext {}
