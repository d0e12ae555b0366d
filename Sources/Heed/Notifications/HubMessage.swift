/// A message that a ``NotificationHub`` delivers: any `Sendable` value.
///
/// ```swift
/// struct CoverRequested: HubMessage {
///     let album: Album.ID
/// }
/// ```
public protocol HubMessage: Sendable {}
