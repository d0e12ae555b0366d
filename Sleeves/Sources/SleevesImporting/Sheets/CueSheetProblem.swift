package import SleevesModel
internal import Localization

/// The reason why a CUE sheet can't be used.
package enum CueSheetProblem: Error, Sendable, Hashable {
    case unreadable(SystemError)
    case tooLarge
    /// The sheet names no tracks at all.
    case noTracks
    /// The time of a track is missing or isn't a time.
    case badTime(track: Int, line: Int)
    /// A track begins no later than the one before it.
    case backwards(track: Int, line: Int)
    /// A track begins after the end of the file, both in seconds.
    case beyondEnd(track: Int, seconds: Int, length: Int)
    /// Files that the sheet names don't exist beside it.
    case missing(count: Int, first: String)

    /// The problem and its remedy, in whole sentences that don't name the sheet.
    package var sentence: String {
        switch self {
        case .unreadable(let error):
            localized("The CUE sheet cannot be read. {error} Check the file and its permissions.", ["error": "\(error)"])
        case .tooLarge:
            localized("This is too large for a CUE sheet, so its file stays one track. Remove it, or make the sheet again.")
        case .noTracks:
            localized("This CUE sheet names no tracks, so its file stays one track. Remove it, or make the sheet again.")
        case .badTime(let track, let line):
            localized(
                "The time of track {track} cannot be read (line {line}), so the file stays one track. Correct the CUE sheet.",
                ["track": "\(track)", "line": "\(line)"])
        case .backwards(let track, let line):
            localized(
                "Track {track} does not begin after the one before it (line {line}), so the file stays one track. Correct the CUE sheet.",
                ["track": "\(track)", "line": "\(line)"])
        case .beyondEnd(let track, let seconds, let length):
            localized(
                """
                By the CUE sheet, track {track} begins at {time}, but the file ends at {end}, so it stays one track. The file is incomplete, or \
                the sheet belongs to another one.
                """, ["track": "\(track)", "time": Self.time(seconds), "end": Self.time(length)])
        case .missing(let count, let first):
            localized(
                one:
                    "The CUE sheet names a file that is not beside it or is not music: {file}. Give both the same name, or remove the sheet.",
                other: """
                    The CUE sheet names {count} files that are not beside it or are not music. The first is {file}. Correct the names, or \
                    remove the sheet.
                    """, count: count, ["file": String(first.prefix(200))])
        }
    }

    private static func time(_ seconds: Int) -> String {
        "\(seconds / 60):" + (seconds % 60 < 10 ? "0" : "") + "\(seconds % 60)"
    }
}
