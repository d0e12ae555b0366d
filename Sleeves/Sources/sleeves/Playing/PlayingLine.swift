internal import Glibc
internal import SleevesLibrary

/// A line in which a command shows a track that plays.
struct ShownTrack: Sendable, Hashable {
    var title: String?
    var artist: String?
    var isPaused: Bool
    var position: Duration?
    var duration: Duration?

    /// The mark of the state, the title and the artist.
    var name: String {
        let name = [title, artist].compactMap(\.self).joined(separator: " – ")
        return "\(isPaused ? "⏸" : "▶") \(TerminalText.printable(name))"
    }

    /// The position and the length, as far as they are known.
    var times: String {
        [position, duration].compactMap(\.self).map { Clock.text($0.components.seconds) }.joined(separator: " / ")
    }
}

/// The track that plays: on a terminal, a line on standard error that shows the position; otherwise, a line on standard output for each track.
@MainActor
final class PlayingLine {
    /// Whether standard error is a terminal.
    let isShown = isatty(STDERR_FILENO) == 1
    private var lastName: String?

    /// Shows a track.
    func show(_ track: ShownTrack) {
        if isShown {
            let times = "  \(track.times)"
            let room = (TerminalText.width(of: STDERR_FILENO) ?? 80) - 1 - times.count
            StandardError.overwrite(TerminalText.cut(track.name, to: max(1, room)) + times)
        } else if track.name != lastName, !track.isPaused {
            lastName = track.name
            StandardOutput.print(track.name)
            // A program that reads the lines wants each at once.
            fflush(nil)
        }
    }

    /// Clears the line, which would otherwise be in the way of what is printed.
    func clear() {
        if isShown { StandardError.overwrite("") }
    }
}

/// Formatting of playing times.
enum Clock {
    /// Returns minutes and seconds, after hours if there are any: `3:07`, `1:02:45`.
    static func text(_ seconds: some BinaryInteger) -> String {
        let seconds = Int(clamping: seconds)
        let parts = seconds >= 3600 ? [seconds / 3600, seconds / 60 % 60, seconds % 60] : [seconds / 60, seconds % 60]
        return parts.enumerated().map { $0 == 0 ? "\($1)" : ($1 < 10 ? "0\($1)" : "\($1)") }.joined(separator: ":")
    }
}
