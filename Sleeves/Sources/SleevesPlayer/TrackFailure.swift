/// The reason why a track can't be played.
public enum TrackFailure: Error, Sendable, Hashable, Codable {
    /// The file can't be opened.
    case unreadable(reason: String)
    /// The file isn't audio.
    case notAudio
    /// A plug-in for the format is missing.
    case missingPlugin(format: String)
    /// The file is damaged.
    case damaged
    /// The file ends before the end of the track.
    case cutOff
    /// The file yielded nothing for too long.
    case tooSlow
    /// The file crashed the process that decodes it.
    case crashed
}

/// The reason why nothing can be played.
public enum PlayerUnavailability: Error, Sendable, Hashable, Codable {
    /// GStreamer isn't installed.
    case noGStreamer
    /// GStreamer lacks elements.
    case noElements([String])
    /// The process couldn't be started.
    case notStarted(reason: String)
}
