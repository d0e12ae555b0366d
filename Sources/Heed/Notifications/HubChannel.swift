internal import CHeedThreads
import Synchronization

/// The observers of one type of message in one hub. Observers of a single sender have its address as their condition.
///
/// State and its protection: `hasRecorded` is atomic; it goes from false to true once, with the first delivery during a recording.
@usableFromInline
package final class HubChannel<Message: HubMessage>: ObserverRegistry<Message>, @unchecked Sendable {
    private let hasRecorded = Atomic<Bool>(false)

    override package var name: String { "\(Message.self)" }

    override var sourceKind: IndexedSource.Kind { .message }

    override func hold(_ event: UnsafeRawPointer, context: UnsafeRawPointer?) -> HeldEvent? {
        HeldCopy<Message, HubPosting>(event: event, context: context)
    }

    override func recordedPart(of delivery: UnsafeMutablePointer<Delivery>) -> RecordedPart {
        // Only recorded deliveries ask, and each of them does.
        hasRecorded.store(true, ordering: .relaxed)
        return .change
    }

    override var wasDelivered: Bool { hasRecorded.load(ordering: .relaxed) }
}

/// The data that accompanies a message, if any.
private struct HubPosting {
    let sender: AnyObject?
    let origin: ObjectIdentifier?
}

extension AnyObserverRegistry {
    /// Delivers a message to a channel's observers of this sender or any.
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
    /// - Returns: The registration, to remove it with.
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
            // Keep the sender's memory, but not the sender, so that no later object can have the same address.
            callbacks = callbacks ?? RegistrationCallbacks()
            callbacks!.kept = KeptAddress(of: sender)
        }
        let id = add(ObserverEntry(handler, at: place, condition: condition), callbacks: callbacks)
        if let id, let sender, heed_is_indexing() { ObservationIndex.observes(sender, id, in: self) }
        return Registration(id ?? 0, with: self)
    }

    /// Adds an observer that also receives each message's sender and origin.
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

/// A message being delivered, with its sender.
package struct HubDelivery<Message: HubMessage> {
    package let message: Message
    /// The sender, alive during the delivery, because `post` was called with it.
    package let sender: AnyObject?
    /// The place the message came from, if it was first posted elsewhere: a bridge doesn't take it back there. Only compared.
    package let origin: ObjectIdentifier?
}
