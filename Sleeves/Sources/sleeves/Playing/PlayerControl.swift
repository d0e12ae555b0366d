internal import GTKAdapters
internal import Localization
internal import SleevesUI

/// The requests of commands to the process that plays.
@MainActor
enum PlayerControl {
    /// Returns what the process that has the library plays.
    static func status(_ options: LibraryOptions) throws(PlayerControlError) -> RunningPlayer.Status {
        guard let player = player(options) else { return RunningPlayer.Status() }
        return try asking(player.status) ?? RunningPlayer.Status()
    }

    /// Changes what plays, and prints what then plays.
    nonisolated static func run(
        _ options: LibraryOptions,
        _ change: @escaping @MainActor (RunningPlayer, RunningPlayer.Status) throws(PlayerControlError) -> Void
    ) throws {
        // The argument parser calls this from the program's synchronous main, on the main thread.
        try MainActor.assumeIsolated {
            guard let player = player(options), let status = try asking(player.status), status.state != .stopped else {
                throw PlayerControlError.nothingPlays
            }
            try change(player, status)
            StandardOutput.print(PlayingSheet(try asking(player.status) ?? RunningPlayer.Status()).line)
        }
    }

    /// Calls another process, and explains its errors.
    static func asking<Value>(_ body: () throws(BusError) -> Value) throws(PlayerControlError) -> Value {
        do throws(BusError) {
            return try body()
        } catch {
            throw switch error.kind {
            case .noAnswer: .noAnswer
            case .absent, .refused, .failed: .refused(reason: error.message, isMissingInput: NothingToPlay.isName(error.name))
            }
        }
    }

    private static func player(_ options: LibraryOptions) -> RunningPlayer? {
        BusConnection().map { RunningPlayer(instance: options.instance, on: $0) }
    }
}

/// The errors of controlling what plays.
enum PlayerControlError: Error, CustomStringConvertible {
    /// Nothing plays.
    case nothingPlays
    /// The last track plays.
    case lastTrack
    /// The process that has the library doesn't answer.
    case noAnswer
    /// The process that has the library refused.
    case refused(reason: String, isMissingInput: Bool)

    var description: String {
        switch self {
        case .nothingPlays: localized("Nothing is playing.")
        case .lastTrack: localized("The last track is playing.")
        case .noAnswer: localized("Sleeves does not answer. Close its window, or end the command that plays, and try again.")
        case .refused(let reason, _): TerminalText.printable(reason)
        }
    }

    /// The exit status.
    var status: ExitStatus {
        if case .refused(_, isMissingInput: true) = self { .noInput } else { .unavailable }
    }
}
