public import Foundation
public import Heed

/// A message that `Foundation.NotificationCenter` knows by name, too.
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
/// - Notifications of the name that make no message stay where they are.
public protocol BridgedMessage: HubMessage {
    /// The notification's name.
    static var notificationName: Notification.Name { get }

    /// Makes the message of what a notification carries.
    ///
    /// - Parameter userInfo: What it carries; empty if it carries nothing.
    /// - Returns: `nil` if this does not make a message. The notification is then not bridged.
    init?(userInfo: [AnyHashable: Any])

    /// What the notification carries.
    var userInfo: [AnyHashable: Any] { get }
}
