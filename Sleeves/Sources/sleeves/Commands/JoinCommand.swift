internal import ArgumentParser
internal import Localization
internal import SleevesLibrary

/// `sleeves join`.
struct JoinCommand: AsynchronousCommand {
    static let configuration = CommandConfiguration(
        commandName: "join",
        abstract: localized("Join albums into one."),
        discussion: localized(
            """
            Files become one album, to which the album with most files lends its edits and its cover. A record without files, from a list or \
            added by hand, becomes a copy of the album. Imports keep the decision; `sleeves undo` and `sleeves split` separate the albums again.
            """)
    )

    @OptionGroup var options: LibraryOptions

    @Argument(
        help: ArgumentHelp(
            localized("Identifiers from `sleeves list`, at least their first four digits, or words that match one album each.")))
    var albums: [String]

    func validate() throws {
        if albums.count < 2 { throw ValidationError(localized("There is only one album. To join albums, name at least two.")) }
    }

    func runAsynchronously() async throws {
        let (library, _) = try options.open()
        // All are looked at before anything is done.
        let ids = try albums.map { try library.record(named: $0).id }
        if let change = try await library.join(ids) {
            StandardOutput.print(TerminalText.printable(localized("Joined the albums into “{title}”.", ["title": change.title])))
        }
        await library.shutdown()
    }
}

/// `sleeves split`.
struct SplitCommand: AsynchronousCommand {
    static let configuration = CommandConfiguration(
        commandName: "split",
        abstract: localized("Split an album into its folders, formats or discs."),
        discussion: localized(
            """
            Records without files that were joined with the album are separated. If there are none, each folder and each format becomes an \
            album of its own, or else each disc. The first keeps the identifier, the edits and the cover. Albums that were joined are separated \
            again. Imports keep the decision; `sleeves undo` undoes it.
            """)
    )

    @OptionGroup var options: LibraryOptions

    @Argument(
        help: ArgumentHelp(localized("An identifier from `sleeves list`, at least its first four digits, or words that match one album.")))
    var album: [String]

    func validate() throws {
        if album.isEmpty { throw ValidationError(localized("No album is named. Enter an identifier or words that match one album.")) }
    }

    func runAsynchronously() async throws {
        let (library, _) = try options.open()
        if let change = try await library.split(try library.record(named: album.joined(separator: " ")).id) {
            StandardOutput.print(TerminalText.printable(localized("Split “{title}”.", ["title": change.title])))
        }
        await library.shutdown()
    }
}
