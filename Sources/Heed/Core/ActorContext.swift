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
