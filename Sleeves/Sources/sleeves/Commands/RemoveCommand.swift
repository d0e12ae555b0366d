internal import ArgumentParser
internal import Localization
internal import SleevesLibrary

/// `sleeves remove`.
struct RemoveCommand: AsynchronousCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove",
        abstract: localized("Take albums out of the library."),
        discussion: localized(
            """
            Your files stay where they are. `sleeves undo` brings the albums back as they were; an import does so only with --removed. Where \
            one of the identifiers names no album, or more than one, nothing is removed.
            """)
    )

    @OptionGroup var options: LibraryOptions

    @Argument(
        help: ArgumentHelp(
            localized("Identifiers as `sleeves list` shows them; their first digits are enough, four or more, where no other begins alike.")
        ))
    var ids: [String]

    func runAsynchronously() async throws {
        let (library, _) = try options.open()
        // All are looked at before anything is done.
        var albums: [AlbumRecord] = []
        for id in ids {
            let album = try library.record(abbreviated: id)
            if !albums.contains(album) { albums.append(album) }
        }
        try await library.remove(albums.map(\.id))
        for album in albums {
            let words = localized("Removed “{title}” by {artist}.", ["title": album.title, "artist": album.artist])
            print(TerminalText.printable(words))
        }
        await library.shutdown()
    }
}
