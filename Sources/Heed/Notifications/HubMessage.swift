/// A message that a ``NotificationHub`` delivers: any `Sendable` value.
///
/// ```swift
/// struct CoverRequested: HubMessage {
///     let album: Album.ID
/// }
/// ```
///
/// ## Behavior
/// - A message reaches the observers of its type, and only them.
public protocol HubMessage: Sendable {}
