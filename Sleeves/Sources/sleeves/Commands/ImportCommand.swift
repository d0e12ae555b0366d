internal import ArgumentParser
internal import Localization
internal import SleevesLibrary

/// `sleeves import`.
struct ImportCommand: AsynchronousCommand, ScriptedCommand {
    static let configuration = CommandConfiguration(
        commandName: "import",
        abstract: localized("Import albums from music folders, Discogs collections and lists."),
        discussion: localized(
            """
            Importing again updates the albums and keeps your edits and removals. Your files are read, never changed. Files that cannot be \
            read are listed with the reason and do not stop the import. An interrupted import continues the next time. “sleeves undo” undoes \
            an import.

            Lists are recognized by their contents: collections and wantlists of Discogs (.csv, .json), catalogues of RateYourMusic (.csv), \
            collections of MusicBrainz (.json), Spotify's YourLibrary.json and Exportify's .csv, `beet export` (.json), Library.xml of iTunes \
            and Music, and tables of albums or tracks that name their columns. Importing a playlist imports its files. A CUE sheet (.cue) \
            beside an audio file, or inside it, divides the file into its tracks.

            The exit status is 0, or 65 or 66 if a path could not be imported or nothing was imported.
            """)
    )

    @OptionGroup var options: LibraryOptions

    @Flag(help: ArgumentHelp(localized("Print the report as JSON.")))
    var json = false

    @Flag(help: ArgumentHelp(localized("Bring back albums that you have removed.")))
    var removed = false

    @Flag(help: ArgumentHelp(localized("Show what an import would do, without importing.")))
    var dryRun = false

    @Argument(
        help: ArgumentHelp(
            localized(
                "Music folders, audio files, playlists ({playlists}), or lists ({lists}).",
                ["playlists": LibraryAPI.playlistEndings, "lists": LibraryAPI.listEndings])),
        completion: .file())
    var paths: [String]

    var printsForScripts: Bool { json }

    func runAsynchronously() async throws {
        let (library, _) = try options.open(creates: true)
        let bar = ProgressBar()
        let (report, preview) = try await bar.clearing { () -> (ImportReport, ImportPreview?) in
            if !dryRun { return (try await library.importAlbums(at: paths, bringsBackRemoved: removed) { bar.show($0) }, nil) }
            let preview = try await library.previewImport(at: paths, bringsBackRemoved: removed) { bar.show($0) }
            return (preview.report, preview)
        }
        for problem in report.problems { StandardError.write("sleeves: \(TerminalText.printable(problem.description))\n") }
        let printed = PrintedReport(report, preview)
        if json { try StandardOutput.print(json: printed) } else { StandardOutput.print(printed.text) }
        await library.shutdown()
        if let refusal = report.refusals.first, let status = ExitStatus(refusal) { throw ExitCode(status.rawValue) }
        if report.isEmpty {
            StandardError.write("sleeves: " + localized("There was nothing to import. Choose a path with music or a list.") + "\n")
            throw ExitCode(ExitStatus.badData.rawValue)
        }
    }
}
