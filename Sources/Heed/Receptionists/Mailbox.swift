/// Carries values from any thread to an execution context, in order, with at most one hop under way.
///
/// 1. `offer` puts a value in. If no hop is under way, it starts one.
/// 2. The hop arrives in the context, takes everything that waits, and hands it over one by one.
/// 3. What arrived meanwhile goes with the next hop, so that a busy sender cannot keep the context for itself.
///
/// What is protected by what: `desk` by its lock; everything else is constant.
package final class Mailbox<Element: Sendable>: Sendable {
    private let desk: Lock<Desk>
    private let context: any ExecutionContext

    private struct Desk {
        var state: MailboxState<Element>
        /// Gone once the mailbox is closed, so that nothing it captured is kept any longer.
        var deliver: (@Sendable (Element) -> Void)?
    }

    package init(on context: any ExecutionContext, policy: DeliveryPolicy = .every, deliver: @escaping @Sendable (Element) -> Void) {
        desk = Lock(Desk(state: MailboxState(rule: policy.rule), deliver: deliver))
        self.context = context
    }

    /// A mailbox whose handler belongs to the main actor.
    package static func onMainActor(
        _ context: some MainActorExecutionContext,
        policy: DeliveryPolicy = .every,
        _ handler: @escaping @MainActor @Sendable (Element) -> Void
    ) -> Mailbox {
        // The context promises the main thread; the runtime checks it.
        Mailbox(on: context, policy: policy) { element in
            MainActor.assumeIsolated { handler(element) }
        }
    }

    /// Puts a value in. Returns at once.
    package func offer(_ element: Element) {
        perform(desk.withLock { $0.state.offer(element) })
    }

    /// Hands over nothing more, not even what waits.
    package func close() {
        // What waits and the handler leave the lock before they can be released.
        let released = desk.withLock { desk in
            defer { desk.deliver = nil }
            return (desk.state.close(), desk.deliver)
        }
        _ = released
    }

    /// How many values were dropped in favour of newer ones.
    package var droppedCount: Int {
        desk.withLock { $0.state.droppedCount }
    }

    private func perform(_ action: MailboxState<Element>.Action) {
        switch action {
        case .none: return
        case .hop: context.execute { self.arrive() }
        }
    }

    private func arrive() {
        let (elements, deliver) = desk.withLock { ($0.state.arrive(), $0.deliver) }
        if let deliver {
            for element in elements {
                guard desk.withLock({ $0.state.isOpen }) else { break }
                deliver(element)
            }
        }
        perform(desk.withLock { $0.state.finish() })
    }
}
