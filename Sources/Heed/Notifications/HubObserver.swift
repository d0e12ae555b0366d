/// A message on its way, with who sent it.
package struct HubDelivery<Message: HubMessage> {
    let message: Message
    /// Alive during the delivery, because `post` was called with it.
    let sender: AnyObject?
}

/// One observer of one type of message.
final class HubObserver<Message: HubMessage>: Listener<HubDelivery<Message>>, Cancellable, @unchecked Sendable {
    // SAFETY: constants; both closures are Sendable; `sender` is only compared.

    private let registry: ObserverRegistry<HubDelivery<Message>>
    private let sender: SenderIdentity?
    private let handler: @Sendable (Message) -> Void
    private let ended: @Sendable () -> Void

    init(
        in registry: ObserverRegistry<HubDelivery<Message>>,
        sender: AnyObject?,
        ended: @escaping @Sendable () -> Void,
        _ handler: @escaping @Sendable (Message) -> Void
    ) {
        self.registry = registry
        self.sender = sender.map(SenderIdentity.init)
        self.ended = ended
        self.handler = handler
    }

    func cancel() {
        guard deactivate() else { return }
        registry.remove(self)
        ended()
    }

    override func receive(_ delivery: HubDelivery<Message>) {
        if let sender, !sender.isIdentity(of: delivery.sender) { return }
        handler(delivery.message)
    }
}

/// Who an observer listens to, without keeping them alive.
private struct SenderIdentity {
    private let identifier: ObjectIdentifier
    /// Keeps the sender's memory, though not the sender, so that no later object can have the same identifier.
    private unowned let object: AnyObject

    init(_ object: AnyObject) {
        identifier = ObjectIdentifier(object)
        self.object = object
    }

    func isIdentity(of other: AnyObject?) -> Bool {
        other.map(ObjectIdentifier.init) == identifier
    }
}
