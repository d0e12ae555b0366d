/// The observers of one type of message in one hub. Those who hear one sender only have its address as their condition.
@usableFromInline
package final class HubChannel<Message: HubMessage>: ObserverRegistry<Message>, @unchecked Sendable {
    override package var name: String { "\(Message.self)" }

    override func hold(_ event: UnsafeRawPointer, context: UnsafeRawPointer?) -> HeldEvent? {
        HeldCopy<Message, HubPosting>(event: event, context: context)
    }
}

/// What a message comes with, if that is anything.
private struct HubPosting {
    let sender: AnyObject?
    let origin: ObjectIdentifier?
}

extension AnyObserverRegistry {
    /// Tells those who observe a channel's messages, from this sender or any.
    @usableFromInline
    final func post(_ message: UnsafeRawPointer, from sender: AnyObject?, origin: ObjectIdentifier? = nil) {
        let address = sender.map { UInt(bitPattern: Unmanaged.passUnretained($0).toOpaque()) }
        let audience = address.map { Audience(lower: $0, upper: $0) } ?? .unconditional
        withUnsafePointer(to: HubPosting(sender: sender, origin: origin)) { posting in
            deliver(raw: message, to: audience, context: posting)
        }
    }

    /// Adds an observer of a channel's messages.
    ///
    /// - Returns: How to remove it.
    final func add<Message: HubMessage>(
        from sender: AnyObject?,
        at place: RegistrationPlace?,
        callbacks: RegistrationCallbacks?,
        _ handler: @escaping @Sendable (Message) -> Void
    ) -> Registration {
        var callbacks = callbacks
        var condition: UInt = 0
        if let sender {
            condition = UInt(bitPattern: Unmanaged.passUnretained(sender).toOpaque())
            // The sender's memory is kept, though not the sender, so that no later object can have the same address.
            callbacks = callbacks ?? RegistrationCallbacks()
            callbacks!.kept = KeptAddress(of: sender)
        }
        let entry = ObserverEntry(handler, at: place, condition: condition)
        return Registration(add(entry, callbacks: callbacks) ?? 0, with: self)
    }

    /// Adds an observer that hears who has sent each message, and where it came from.
    final func add<Message: HubMessage>(
        deliveriesFrom sender: AnyObject?,
        at place: RegistrationPlace?,
        _ handler: @escaping @Sendable (HubDelivery<Message>) -> Void
    ) -> Registration {
        add(from: sender, at: place, callbacks: nil) { (message: Message) in
            // SAFETY: `post` passes this context, and keeps it until all handlers have returned.
            let posting = Delivery.handling?.pointee.context?.assumingMemoryBound(to: HubPosting.self).pointee
            handler(HubDelivery(message: message, sender: posting?.sender, origin: posting?.origin))
        }
    }
}

/// A message on its way, with who sent it.
package struct HubDelivery<Message: HubMessage> {
    package let message: Message
    /// Alive during the delivery, because `post` was called with it.
    package let sender: AnyObject?
    /// What the message was brought from, if it was posted elsewhere first: a bridge does not take it back there. Only compared.
    package let origin: ObjectIdentifier?
}
