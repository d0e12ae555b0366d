internal import SleevesModel

/// A command to the process that plays. The file that a command is about accompanies it as an open descriptor.
enum PlayerCommand: Sendable, Hashable, Codable {
    /// Plays a file, or a part of one, from a position of the track on, in seconds, instead of whatever plays.
    case play(TrackTicket, of: FileSegment? = nil, at: Double, isPaused: Bool)
    /// Plays a file, or a part of one, after the current track, or nothing. Answers ``PlayerEvent/wantsNext(after:)``.
    case follow(TrackTicket?, of: FileSegment? = nil)
    /// Plays the next part of the file that the last track is in. Answers ``PlayerEvent/wantsNext(after:)``.
    case proceed(TrackTicket, to: FileSegment)
    /// Lets the sound stand still.
    case pause
    /// Continues.
    case resume
    /// Sets the gain, from 0 to 1.
    case gain(Double)
    /// Releases the files.
    case stop

    /// Whether a descriptor accompanies the command.
    var hasFile: Bool {
        switch self {
        case .play: true
        case .follow(let ticket, _): ticket != nil
        case .proceed, .pause, .resume, .gain, .stop: false
        }
    }
}

/// An event of the process that plays.
enum PlayerEvent: Sendable, Hashable, Codable {
    /// The process is ready, and confined as far as the kernel can: it changes no files; it starts no program and opens no connection.
    case ready(isReadOnly: Bool, startsNothing: Bool)
    /// The process can't play and ends.
    case unavailable(PlayerUnavailability)
    /// Decoding of a file begins. From now on, it is the one to blame if the process crashes.
    case opening(TrackTicket)
    /// A file has yielded its first samples.
    case opened(TrackTicket)
    /// A track can be heard, from a position on, in seconds. The length is `nil` if it is unknown.
    case started(TrackTicket, at: Double, length: Double?)
    /// The sound continues at a position, or stands still there.
    case moved(TrackTicket, at: Double)
    /// The process has room for the track after one, the last one that it received.
    case wantsNext(after: TrackTicket)
    /// A file can't be played, or not to its end.
    case failed(TrackTicket, TrackFailure)
    /// A track has been decoded from its beginning to its end, which is so many seconds later.
    case measured(TrackTicket, length: Double)
    /// A track has ended, and none follows.
    case finished(TrackTicket)
    /// The sound device was pulled out. The sound stands still, and would continue on another one.
    case deviceRemoved
    /// There is no sound device, or it disappeared for a reason. The process ends.
    case deviceFailed(String?)
}

/// An identifier of one playing of a track.
struct TrackTicket: Sendable, Hashable, Codable {
    let number: Int

    init(_ number: Int) {
        self.number = number
    }
}
