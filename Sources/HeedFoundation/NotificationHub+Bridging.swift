public import Foundation
public import Heed

/// Bridges between a hub and a notification centre.
///
/// ## Behavior
/// - What comes over a bridge does not go back over another one between the same hub and the same centre, so that bridges in both
///   directions do not echo.
/// - Both sides hear on the thread that posts, before `post` returns.
/// - A bridge ends with its token, and keeps neither the hub nor the sender alive.
/// - A notification that a hub sends carries one more entry in its user info, by which its bridges recognise it.
extension NotificationHub {
    /// Posts on this hub what is posted in a notification centre under the name of a type of message.
    ///
    /// The notification's object becomes the message's sender.
    ///
    /// - Parameters:
    ///   - type: The type of message.
    ///   - center: Where notifications are posted.
    ///   - object: Whose notifications to take; `nil` for everybody's.
    /// - Returns: The token that keeps the bridge.
    public func bridge<Message: BridgedMessage>(
        _ type: Message.Type,
        from center: NotificationCenter,
        object: AnyObject? = nil
    ) -> ObservationToken {
        let crossing = CenterCrossing(center)
        let hubIdentity = ObjectIdentifier(self)
        // Only compared, and only while the centre posts.
        let centerIdentity = ObjectIdentifier(center)
        crossing.observe(Message.notificationName, object: object) { [weak self] notification in
            let userInfo = notification.userInfo ?? [:]
            guard let self, BridgeMark.hub(in: userInfo) != hubIdentity else { return }
            guard let message = Message(userInfo: BridgeMark.removed(from: userInfo)) else { return }
            post(message, from: notification.object.map { $0 as AnyObject }, origin: centerIdentity)
        }
        return ObservationToken(crossing)
    }

    /// Posts in a notification centre, under the name of a type of message, what is posted on this hub.
    ///
    /// The message's sender becomes the notification's object.
    ///
    /// - Parameters:
    ///   - type: The type of message.
    ///   - center: Where to post notifications.
    ///   - sender: Whose messages to take; `nil` for everybody's.
    /// - Returns: The token that keeps the bridge.
    public func bridge<Message: BridgedMessage>(
        _ type: Message.Type,
        to center: NotificationCenter,
        from sender: AnyObject? = nil
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
