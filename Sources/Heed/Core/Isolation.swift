internal import CHeedThreads

/// Where the getters on an observed path may run, and the handler that it is observed with.
package struct Isolation: Sendable {
    /// The actor that changes can be brought to, if there is one, and it still lives and is not the main actor.
    private weak let other: (any Actor)?
    /// The main actor lives for ever: to refer to it weakly would only take time.
    private let isMainActor: Bool
    /// Whether there was one.
    let hasActor: Bool
    /// Whether the path may be read on any thread.
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

    /// On any thread: the key path and the handler are `Sendable`.
    package static var anywhere: Isolation { Isolation(nil, hasSendablePath: true, hasSendableHandler: true) }

    /// Where the observer is registered: the compiler takes the key path, and the handler unless it is `Sendable`, to be in the isolation of
    /// the code that registers.
    ///
    /// - Parameter actor: That isolation; `nil` where the code belongs to no actor.
    package static func registered(in actor: (any Actor)?, hasSendableHandler: Bool = false) -> Isolation {
        // A function without isolation that the main actor calls may have been given what is the main actor's.
        let actor = actor ?? (isCurrent(MainActor.sharedUnownedExecutor) ? MainActor.shared : nil)
        return Isolation(actor, hasSendablePath: false, hasSendableHandler: hasSendableHandler)
    }

    /// Whether the code that runs now belongs to it.
    var isCurrent: Bool {
        guard let actor else { return false }
        return Self.isCurrent(actor.unownedExecutor)
    }

    private static func isCurrent(_ executor: UnownedSerialExecutor) -> Bool {
        // SAFETY: an executor's reference is two words, part of the runtime's binary interface.
        let (identity, implementation) = unsafeBitCast(executor, to: (UInt, UInt).self)
        return heed_is_isolated_to(identity, implementation)
    }

    /// Runs a job there, later. Does nothing if the actor is gone.
    func run(_ job: @escaping @Sendable () -> Void) {
        guard let actor else { return }
        Task { await Self.run(job, on: actor) }
    }

    private static func run(_ job: @Sendable () -> Void, on actor: isolated any Actor) {
        job()
    }
}
