internal import ArgumentParser
internal import Localization
internal import SleevesUI

/// `sleeves status`.
struct StatusCommand: ScriptedCommand {
    static let configuration = CommandConfiguration(
        commandName: "status",
        abstract: localized("Show what plays."),
        discussion: localized(
            """
            With --format json, the output is one object with the keys state (playing, paused or stopped), album, albumId, title, artist, \
            position, duration and volume. Times are in seconds, the volume is from 0 to 1, and what is not known is null.
            """)
    )

    enum Format: String, ExpressibleByArgument, CaseIterable {
        case table
        case json
    }

    @OptionGroup var options: LibraryOptions

    @Option(help: ArgumentHelp(localized("The output format.")))
    var format: Format = .table

    var printsForScripts: Bool { format != .table }

    func run() throws {
        // The argument parser calls this from the program's synchronous main, on the main thread.
        let status = try MainActor.assumeIsolated { try PlayerControl.status(options) }
        switch format {
        case .table: StandardOutput.print(PlayingSheet(status))
        case .json: try StandardOutput.print(json: PlayingSheet(status))
        }
    }
}
