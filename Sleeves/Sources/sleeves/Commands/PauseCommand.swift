internal import ArgumentParser
internal import Localization
internal import SleevesUI

/// `sleeves pause`.
struct PauseCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "pause",
        abstract: localized("Pause what plays, or continue it."),
        discussion: localized("Called again, the command continues the track. The exit status is 69 if nothing plays.")
    )

    @OptionGroup var options: LibraryOptions

    func run() throws {
        try PlayerControl.run(options) { player, _ throws(PlayerControlError) in try PlayerControl.asking(player.togglePause) }
    }
}

/// `sleeves next`.
struct NextCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "next",
        abstract: localized("Play the next track."),
        discussion: localized("The exit status is 69 if nothing plays, or if the last track does.")
    )

    @OptionGroup var options: LibraryOptions

    func run() throws {
        try PlayerControl.run(options) { player, status throws(PlayerControlError) in
            guard status.hasNext else { throw .lastTrack }
            try PlayerControl.asking(player.next)
        }
    }
}
