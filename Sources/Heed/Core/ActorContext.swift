/// Handlers run isolated to an actor, which they are given. The actor is not kept alive.
///
/// ```swift
/// actor Index {
///     private var heeding: ObservationToken?
///
///     func start(_ hub: NotificationHub) {
///         heeding = hub.observe(CoverRequested.self, on: .actor(self)) { index, message in index.add(message.album) }
///     }
/// }
/// ```
///
/// ## Behavior
/// - Each call is made after the one before it has been handled, even if the handler suspends.
/// - When the actor is gone, nothing is called any more.
public struct ActorContext<Isolation: Actor>: Sendable {
    private weak let actor: Isolation?

    /// Creates the context of an actor. Usually written `.actor(someActor)`.
    public init(_ actor: Isolation) {
        self.actor = actor
    }

    /// Handlers run isolated to the actor, later. The actor is not kept alive; when it is gone, nothing is called any more.
    public static func actor(_ actor: Isolation) -> ActorContext {
        ActorContext(actor)
    }

    /// The actor, if it still lives.
    var isolation: Isolation? { actor }
}
