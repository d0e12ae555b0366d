/// A message on its way, with who sent it.
package struct HubDelivery<Message: HubMessage> {
    package let message: Message
    /// Alive during the delivery, because `post` was called with it.
    package let sender: AnyObject?
    /// What the message was brought from, if it was posted elsewhere first: a bridge does not take it back there. Only compared.
    package let origin: ObjectIdentifier?
}

/// One observer of one type of message.
final class HubObserver<Message: HubMessage>: Listener<HubDelivery<Message>>, Cancellable, @unchecked Sendable {
    // SAFETY: constants; the closures are Sendable; `sender` is only compared.

    private let registry: ObserverRegistry<HubDelivery<Message>>
    private let sender: SenderIdentity?
    private let handler: @Sendable (HubDelivery<Message>) -> Void
    private let cancelled: @Sendable () -> Void
    private let hubEnded: @Sendable () -> Void

    /// - Parameters:
    ///   - cancelled: Called when the observer is cancelled.
    ///   - hubEnded: Called when the hub has died.
    init(
        in registry: ObserverRegistry<HubDelivery<Message>>,
        sender: AnyObject?,
        cancelled: @escaping @Sendable () -> Void,
        hubEnded: @escaping @Sendable () -> Void,
        _ handler: @escaping @Sendable (HubDelivery<Message>) -> Void
    ) {
        self.registry = registry
        self.sender = sender.map(SenderIdentity.init)
        self.cancelled = cancelled
        self.hubEnded = hubEnded
        self.handler = handler
    }

    func cancel() {
        guard deactivate() else { return }
        registry.remove(self)
        cancelled()
    }

    override func receive(_ delivery: HubDelivery<Message>) {
        if let sender, !sender.isIdentity(of: delivery.sender) { return }
        handler(delivery)
    }

    override func registryEnded() {
        hubEnded()
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
