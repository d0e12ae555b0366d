import Localization

/// The command of a button that plays and pauses: the opposite of what the player does.
enum PlayerCommand {
    case play, pause

    init(isPlaying: Bool) {
        self = isPlaying ? .pause : .play
    }

    /// The symbol of the button, and of the marks of what plays.
    var icon: String {
        switch self {
        case .play: "media-playback-start-symbolic"
        case .pause: "media-playback-pause-symbolic"
        }
    }

    /// The name of the button.
    var name: String {
        switch self {
        case .play: localized("Play")
        case .pause: localized("Pause")
        }
    }
}
