import Localization

/// The error that albums have no track to play, or fewer than was asked for.
public struct NothingToPlay: Error, Sendable, Hashable, CustomStringConvertible {
    /// The error's name on the session bus.
    static let busName = "org.heedswift.Sleeves.Error.NothingToPlay"

    /// The number of tracks that can be played.
    public let count: Int

    /// Creates the error for a number of tracks that can be played.
    public init(count: Int) {
        self.count = count
    }

    /// Returns whether an error with this name on the session bus is this error.
    public static func isName(_ name: String) -> Bool { name == busName }

    /// A description of the problem, and a remedy.
    public var description: String {
        count == 0
            ? localized("There are no audio files to play. Import the folder with the music.")
            : localized(
                one: "There is only {count} track. Start with the first.",
                other: "There are only {count} tracks. Start with an earlier one.",
                count: count)
    }
}
