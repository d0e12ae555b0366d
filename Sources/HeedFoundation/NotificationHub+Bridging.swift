public import Foundation
public import Heed

/// Bridges between a hub and a notification center.
///
/// ## Behavior
/// - A message that arrives over a bridge doesn't return over another one between the same hub and the same center, so bridges in both
///   directions don't echo.
/// - Observers on both sides run on the posting thread, before `post` returns.
/// - A bridge ends with its token, and keeps neither the hub nor the sender alive.
/// - A notification that a hub sends carries an additional entry in its user info, by which its bridges recognize it.
extension NotificationHub {
    /// Posts on this hub the notifications of a notification center that have the name of a type of message.
    ///
    /// The notification's object becomes the message's sender.
    ///
    /// - Parameters:
    ///   - type: The type of message.
    ///   - center: The center on which notifications are posted.
    ///   - object: The object whose notifications to bridge; `nil` for all objects.
    /// - Returns: The token that keeps the bridge.
    public func bridge<Message: BridgedMessage>(
        _ type: Message.Type,
        from center: NotificationCenter,
        object: AnyObject? = nil
    ) -> ObservationToken {
        let crossing = CenterCrossing(center)
        let hubIdentity = ObjectIdentifier(self)
        // Only compared, and only while the center posts.
        let centerIdentity = ObjectIdentifier(center)
        crossing.observe(Message.notificationName, object: object) { [weak self] notification in
            let userInfo = notification.userInfo ?? [:]
            guard let self, BridgeMark.hub(in: userInfo) != hubIdentity else { return }
            guard let message = Message(userInfo: BridgeMark.removed(from: userInfo)) else { return }
            post(message, from: notification.object.map { $0 as AnyObject }, origin: centerIdentity)
        }
        return ObservationToken(crossing)
    }

    /// Posts in a notification center, under the name of a type of message, the messages of that type that are posted on this hub.
    ///
    /// The message's sender becomes the notification's object.
    ///
    /// - Parameters:
    ///   - type: The type of message.
    ///   - center: The center on which to post notifications.
    ///   - sender: The sender whose messages to bridge; `nil` for all senders.
    /// - Returns: The token that keeps the bridge.
    public func bridge<Message: BridgedMessage>(
        _ type: Message.Type,
        to center: NotificationCenter,
        from sender: Message.Sender? = nil
    ) -> ObservationToken {
        let hubIdentity = ObjectIdentifier(self)
        return ObservationToken(
            startObserving(deliveriesOf: type, from: sender) { delivery in
                guard delivery.origin != ObjectIdentifier(center) else { return }
                let userInfo = BridgeMark.added(to: delivery.message.userInfo, hub: hubIdentity)
                center.post(name: Message.notificationName, object: delivery.sender, userInfo: userInfo)
            }
        )
    }
}
