public import Foundation
public import Heed

/// A message that also has a name in `Foundation.NotificationCenter`.
///
/// ```swift
/// struct DefaultsChanged: BridgedMessage {
///     static let notificationName = UserDefaults.didChangeNotification
///     init() {}
///     init?(userInfo: [AnyHashable: Any]) {}
///     var userInfo: [AnyHashable: Any] { [:] }
/// }
/// let bridge = hub.bridge(DefaultsChanged.self, from: .default)
/// ```
///
/// ## Behavior
/// - Notifications of that name from which no message can be created are not bridged.
public protocol BridgedMessage: HubMessage {
    /// The notification's name.
    static var notificationName: Notification.Name { get }

    /// Creates the message from a notification's user info.
    ///
    /// - Parameter userInfo: The user info; empty if the notification has none.
    /// - Returns: `nil` if the user info doesn't form a message. The notification is then not bridged.
    init?(userInfo: [AnyHashable: Any])

    /// The notification's user info.
    var userInfo: [AnyHashable: Any] { get }
}
