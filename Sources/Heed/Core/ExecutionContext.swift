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

/// Handlers run isolated to an actor, which they are given. The actor is not kept alive.
///
/// ```swift
/// actor Index {
///     private var observation: ObservationToken?
///
///     func start(_ hub: NotificationHub) {
///         observation = hub.observe(CoverRequested.self, on: .actor(self)) { index, message in index.add(message.album) }
///     }
/// }
/// ```
///
/// ## Behavior
/// - Each call is made after the one before it has been handled, even if the handler suspends.
/// - When the actor is gone, nothing is called any more.
public struct ActorContext<Isolation: Actor>: ExecutionContext {
    private weak let actor: Isolation?

    init(_ actor: Isolation) {
        self.actor = actor
    }

    /// Runs the job on the actor. Does nothing if that is gone.
    public func execute(_ job: @escaping @Sendable () -> Void) {
        guard let actor else { return }
        Task { await Self.run(job, on: actor) }
    }

    private static func run(_ job: @Sendable () -> Void, on actor: isolated Isolation) {
        job()
    }

    /// The actor, if it still lives.
    var isolation: Isolation? { actor }
}

extension ExecutionContext {
    /// Handlers run isolated to the actor, later. The actor is not kept alive; when it is gone, nothing is called any more.
    public static func actor<Isolation>(_ actor: Isolation) -> Self where Self == ActorContext<Isolation> {
        ActorContext(actor)
    }
}

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
