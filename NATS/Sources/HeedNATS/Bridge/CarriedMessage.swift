public import Heed

/// A message that a ``HubBridge`` carries to the hubs of other processes, encoded as JSON.
///
/// ```swift
/// struct VolumeChanged: CarriedMessage {
///     static let wireName = "volume-changed"
///     let volume: Double
/// }
/// ```
///
/// ## Behavior
/// - A bridge refuses and counts messages of a version that is newer than its own. It decodes those of older versions as they are, so a
///   property that a later version adds must be optional.
public protocol CarriedMessage: HubMessage, Codable {
    /// The name of this type of message, the same in all programs: ASCII letters, digits, `-` and `_`, in words separated by dots.
    static var wireName: String { get }

    /// The version of its encoding. Increase it when a program that knows only the previous version can't decode it.
    static var wireVersion: Int { get }
}

extension CarriedMessage {
    /// Version 1.
    public static var wireVersion: Int { 1 }
}
