internal import ArgumentParser
internal import Localization
internal import SleevesLibrary

/// `sleeves remove`.
struct RemoveCommand: AsynchronousCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove",
        abstract: localized("Remove albums from the library."),
        discussion: localized(
            """
            Your files stay where they are. `sleeves undo` restores the albums as they were; an import restores them only with --removed. If \
            an identifier matches no album, or more than one, nothing is removed.
            """)
    )

    @OptionGroup var options: LibraryOptions

    @Argument(
        help: ArgumentHelp(
            localized(
                "Identifiers from `sleeves list`. The first digits are enough, at least four, if no other identifier begins with them.")
        ))
    var ids: [String]

    func runAsynchronously() async throws {
        let (library, _) = try options.open()
        // All are looked at before anything is done.
        var albums: [AlbumRecord] = []
        var known: Set<AlbumID> = []
        for id in ids {
            let album = try library.record(abbreviated: id)
            if known.insert(album.id).inserted { albums.append(album) }
        }
        try await library.remove(albums.map(\.id))
        for album in albums {
            let words = localized("Removed “{title}” by {artist}.", ["title": album.title, "artist": album.artist])
            StandardOutput.print(TerminalText.printable(words))
        }
        await library.shutdown()
    }
}
