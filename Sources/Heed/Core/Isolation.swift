/// The isolation in which the getters on an observed path, and the path's handler, may run.
@usableFromInline
package struct Isolation: Sendable {
    /// The actor to bring changes to, if there is one, it is still alive, and it isn't the main actor.
    private weak let other: (any Actor)?
    /// The main actor is never deallocated, so a weak reference to it would only cost time.
    private let isMainActor: Bool
    /// Whether the isolation had an actor when it was created.
    let hasActor: Bool
    /// Whether any thread may read the path.
    let hasSendablePath: Bool
    /// Whether the handler may run on any thread.
    let hasSendableHandler: Bool

    private init(_ actor: (any Actor)?, hasSendablePath: Bool, hasSendableHandler: Bool) {
        isMainActor = actor === MainActor.shared
        other = isMainActor ? nil : actor
        hasActor = actor != nil
        self.hasSendablePath = hasSendablePath
        self.hasSendableHandler = hasSendableHandler
    }

    private var actor: (any Actor)? { isMainActor ? MainActor.shared : other }

    /// No isolation: the key path and the handler are `Sendable`.
    @usableFromInline
    package static var anywhere: Isolation { Isolation(nil, hasSendablePath: true, hasSendableHandler: true) }

    /// Returns the isolation of the registering code. The compiler assumes this isolation for the key path, and for the handler unless it
    /// is `Sendable`.
    ///
    /// - Parameter actor: That isolation, or `nil` if the code belongs to no actor.
    @usableFromInline
    package static func registered(in actor: (any Actor)?, hasSendableHandler: Bool = false) -> Isolation {
        // A nonisolated function that the main actor calls may have received values of the main actor.
        let actor = actor ?? (isMainActorCurrent ? MainActor.shared : nil)
        return Isolation(actor, hasSendablePath: false, hasSendableHandler: hasSendableHandler)
    }

    /// Whether the running code belongs to this isolation.
    var isCurrent: Bool {
        guard let actor else { return false }
        return actor.unownedExecutor.isCurrent
    }

    /// Whether the running code belongs to the main actor.
    static var isMainActorCurrent: Bool { MainActor.sharedUnownedExecutor.isCurrent }

    /// Runs a job in this isolation, asynchronously. Does nothing if the actor has been deallocated.
    func run(_ job: @escaping @Sendable () -> Void) {
        // Directly, so that jobs of the main actor run in the order in which they are made.
        if isMainActor {
            Task { @MainActor in job() }
            return
        }
        guard let actor else { return }
        Task { await Self.run(job, on: actor) }
    }

    private static func run(_ job: @Sendable () -> Void, on actor: isolated any Actor) {
        job()
    }
}
