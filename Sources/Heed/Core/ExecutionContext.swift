/// A place where handlers run: the main actor, a queue, an event loop.
///
/// To adapt an executor of your own, conform a type to this protocol and give it a static member:
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
/// - At most one job is in flight for each observer, so a context doesn't have to keep jobs in order.
/// - If a context can't tell when it is idle, idle jobs run after those that wait.
public protocol ExecutionContext: Sendable {
    /// Runs the job once, soon, outside this call.
    ///
    /// Heed calls this on any thread.
    func execute(_ job: @escaping @Sendable () -> Void)

    /// Runs the job once, as soon as the context is idle.
    ///
    /// An event loop runs it when it has nothing else to do. A context that can't tell runs it after the jobs that wait now. That is also
    /// the default implementation.
    func executeWhenIdle(_ job: @escaping @Sendable () -> Void)
}

extension ExecutionContext {
    /// Runs the job after all jobs that wait now.
    public func executeWhenIdle(_ job: @escaping @Sendable () -> Void) {
        execute { execute(job) }
    }
}

/// A context whose jobs run on the main thread, so that handlers can access the main actor's state.
///
/// ## Behavior
/// - Handlers can access the main actor's state, in every main-thread context.
/// - A context that runs a job off the main thread traps at the first one.
public protocol MainActorExecutionContext: ExecutionContext {}

/// A context that runs handlers on the thread that made the change, before the change returns.
///
/// ## Behavior
/// - Values never wait, so none is dropped, unless a ``DeliveryPolicy`` makes them wait.
public struct ImmediateContext: ExecutionContext {
    /// Runs the job immediately.
    public func execute(_ job: @escaping @Sendable () -> Void) {
        job()
    }
}

extension ExecutionContext where Self == ImmediateContext {
    /// A context that runs handlers on the thread that made the change, before the change returns.
    public static var immediate: ImmediateContext { ImmediateContext() }
}

/// A context that runs handlers on the main actor.
///
/// ## Behavior
/// - Handlers can access the main actor's state. Heed awaits async handlers before it makes the next call.
public struct MainActorContext: MainActorExecutionContext {
    /// Whether a hub, a subject or a receptionist calls a handler at once if the change is made on the main actor.
    let isImmediateThere: Bool

    fileprivate init(isImmediateThere: Bool) {
        self.isImmediateThere = isImmediateThere
    }

    /// Runs the job as a task of the main actor.
    public func execute(_ job: @escaping @Sendable () -> Void) {
        Task { @MainActor in job() }
    }
}

extension ExecutionContext where Self == MainActorContext {
    /// A context that runs handlers on the main actor, always later, never within the call that made the change.
    public static var mainActor: MainActorContext { MainActorContext(isImmediateThere: false) }

    /// A context that runs handlers on the main actor: within the call that made the change if that was made there, otherwise later.
    ///
    /// ```swift
    /// let observation = hub.observe(LibraryChanged.self, on: .mainActorAtOnce) { _ in list.reload() }
    /// ```
    ///
    /// It is for the handlers of hubs, subjects and receptionists. All values arrive in order: while earlier ones from other threads are on their
    /// way, a later one from the main actor comes after them. Async handlers always run later.
    public static var mainActorAtOnce: MainActorContext { MainActorContext(isImmediateThere: true) }
}

/// A context that runs handlers isolated to an actor, which they receive. It doesn't keep the actor alive.
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
/// - Each call starts after the previous value has been handled, even if the handler suspends.
/// - After the actor is deallocated, the handler is no longer called.
public struct ActorContext<Isolation: Actor>: ExecutionContext {
    private weak let actor: Isolation?

    init(_ actor: Isolation) {
        self.actor = actor
    }

    /// Runs the job on the actor. Does nothing if the actor has been deallocated.
    public func execute(_ job: @escaping @Sendable () -> Void) {
        guard let actor else { return }
        Task { await Self.run(job, on: actor) }
    }

    private static func run(_ job: @Sendable () -> Void, on actor: isolated Isolation) {
        job()
    }

    /// The actor, if it is still alive.
    var isolation: Isolation? { actor }
}

extension ExecutionContext {
    /// A context that runs handlers isolated to an actor, asynchronously. It doesn't keep the actor alive; once the actor is deallocated,
    /// the handler is no longer called.
    public static func actor<Isolation>(_ actor: Isolation) -> Self where Self == ActorContext<Isolation> {
        ActorContext(actor)
    }
}

/// A context that runs handlers asynchronously, in tasks that belong to no actor. Use it for async handlers that need no isolation.
///
/// ## Behavior
/// - Heed awaits an async handler before it makes the next call.
public struct ConcurrentContext: ExecutionContext {
    /// Runs the job in its own task, with no sender's task-local values or priority.
    public func execute(_ job: @escaping @Sendable () -> Void) {
        Task.detached { job() }
    }
}

extension ExecutionContext where Self == ConcurrentContext {
    /// A context that runs handlers asynchronously, in tasks that belong to no actor. It never runs one observer's handler concurrently
    /// with itself.
    public static var concurrent: ConcurrentContext { ConcurrentContext() }
}
