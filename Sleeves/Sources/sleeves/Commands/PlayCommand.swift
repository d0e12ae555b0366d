internal import ArgumentParser
internal import GTKAdapters
internal import Glibc
internal import Localization
internal import SleevesLibrary
internal import SleevesUI

/// `sleeves play`.
struct PlayCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "play",
        abstract: localized("Play albums."),
        discussion: localized(
            """
            If a window or another “sleeves play” has the library open, the albums play there. Otherwise, this command plays them until \
            their end, or until Control-C. Media keys, “sleeves pause”, “sleeves next” and “sleeves status” work in both cases.

            Tracks that cannot be played are skipped and listed. The exit status is 0 if something was played; 65 if no file could be \
            played; 66 if there is no such album, or it has no files; 69 if this computer cannot play; 130 after Control-C.
            """)
    )

    @OptionGroup var options: LibraryOptions

    @Option(help: ArgumentHelp(localized("Begin with the track at this place, counted from 1 through all albums."), valueName: "number"))
    var from = 1

    @Argument(
        help: ArgumentHelp(
            localized("Words that match one album, or identifiers from `sleeves list`, at least their first four digits."),
            valueName: "album"))
    var albums: [String]

    func validate() throws {
        if albums.isEmpty { throw ValidationError(localized("No album is named. Enter an identifier or words that match one album.")) }
        if from < 1 { throw ValidationError(localized("--from needs a number from 1.")) }
    }

    func run() throws {
        // The argument parser calls this from the program's synchronous main, on the main thread.
        let status = try MainActor.assumeIsolated { try play() }
        Main.end(with: status)
    }

    @MainActor
    private func play() throws -> Int32 {
        let (library, _) = try options.open()
        let found = try library.records(named: albums)
        let connection = BusConnection()
        let running = connection.map { RunningPlayer(instance: options.instance, on: $0) }
        if let running, try PlayerControl.asking({ () throws(BusError) in try running.play(found.map(\.id), from: from) }) {
            for album in found {
                let words = localized("Playing “{title}” by {artist}.", ["title": album.title, "artist": album.artist])
                StandardOutput.print(TerminalText.printable(words))
            }
            return EXIT_SUCCESS
        }
        return try CommandPlayer(library, instance: options.instance, connection: connection).play(found.map(\.id), from: from)
    }
}
