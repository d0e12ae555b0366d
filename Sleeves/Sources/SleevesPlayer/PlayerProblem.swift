internal import Localization

/// A report of what a player couldn't do. Its description says what to do about it.
public enum PlayerProblem: Sendable, Hashable, CustomStringConvertible {
    /// Tracks were skipped, or ended early.
    case skipped([SkippedTrack])
    /// Nothing can be played.
    case unavailable(PlayerUnavailability)
    /// There is no sound device, or it disappeared for a reason.
    case noDevice(reason: String?)

    /// A track that was skipped.
    public struct SkippedTrack: Sendable, Hashable {
        /// The track.
        public let track: PlayableTrack
        /// The reason.
        public let reason: TrackFailure
    }

    /// A description of the problem, and a remedy.
    public var description: String {
        switch self {
        case .skipped(let tracks):
            guard tracks.count > 1, let first = tracks.first else { return tracks.first?.description ?? "" }
            return localized(
                one: "{count} track was skipped. {first}", other: "{count} tracks were skipped. {first}", count: tracks.count,
                ["first": first.description])
        case .unavailable(.noGStreamer):
            return localized(
                "To play music here, install GStreamer with its base and good plug-ins. Debian: gstreamer1.0-plugins-good, gstreamer1.0-pulseaudio."
            )
        case .unavailable(.noElements(let names)):
            return localized(
                "To play music here, install GStreamer's base and good plug-ins. Missing: {names}. Debian: gstreamer1.0-plugins-good, gstreamer1.0-pulseaudio.",
                ["names": names.joined(separator: ", ")])
        case .unavailable(.notStarted(let reason)):
            return localized("The process that plays did not start. {reason} Close other programs, then try again.", ["reason": reason])
        case .noDevice(nil): return localized("There is no sound device. Connect one, then play again.")
        case .noDevice(let reason?):
            return localized("There is no sound device. Connect one, then play again. Details: {reason}", ["reason": reason])
        }
    }
}

extension PlayerProblem.SkippedTrack: CustomStringConvertible {
    /// The problem with the track, and a remedy.
    public var description: String {
        let values = ["title": track.title, "path": track.path]
        switch reason {
        case .unreadable(let reason):
            return localized("“{title}” could not be opened: {path}. {reason}", values.merging(["reason": reason]) { $1 })
        case .notAudio:
            return localized("“{title}” is not audio: {path}. Copy it again from its source.", values)
        case .missingPlugin(let format):
            return localized(
                "“{title}” needs a plug-in for {format}. Install GStreamer's libav plug-in. Debian: gstreamer1.0-libav.",
                values.merging(["format": format]) { $1 })
        case .damaged:
            return localized("“{title}” is damaged: {path}. Copy it again from its source.", values)
        case .cutOff:
            return localized("“{title}” ends too early, because its file is cut off: {path}. Copy it again from its source.", values)
        case .tooSlow:
            return localized("“{title}” could not be read in time: {path}. Check its disk or its network.", values)
        case .crashed:
            return localized("“{title}” crashed the process that plays it and was skipped: {path}. It may be malicious.", values)
        }
    }
}
