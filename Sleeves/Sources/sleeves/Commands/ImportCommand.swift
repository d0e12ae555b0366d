internal import ArgumentParser
internal import Localization
internal import SleevesLibrary

/// `sleeves import`.
struct ImportCommand: AsynchronousCommand, ScriptedCommand {
    static let configuration = CommandConfiguration(
        commandName: "import",
        abstract: localized("Bring albums in from music folders, Discogs collections and lists."),
        discussion: localized(
            """
            Importing again brings the albums up to date with what has changed, and keeps what you have changed or removed by hand. Your \
            files are read, never changed. What cannot be read is named with its reason and does not stop the import. An import that was \
            interrupted goes on the next time. “sleeves undo” takes an import back.

            Lists are known by what is in them: collections and wantlists of Discogs (.csv, .json), catalogues of RateYourMusic (.csv), \
            collections of MusicBrainz (.json), Spotify's YourLibrary.json and Exportify's .csv, `beet export` (.json), Library.xml of iTunes \
            and Music, and tables of albums or tracks that name their columns. Of a playlist, the files are imported.

            The exit status is 0; 65 or 66 where one of the paths could not be imported, or nothing was.
            """)
    )

    @OptionGroup var options: LibraryOptions

    @Flag(help: ArgumentHelp(localized("Print the report as JSON.")))
    var json = false

    @Flag(help: ArgumentHelp(localized("Bring back albums that you have removed.")))
    var removed = false

    @Flag(help: ArgumentHelp(localized("Only say what an import would do.")))
    var dryRun = false

    @Argument(
        help: ArgumentHelp(localized("Music folders, audio files, playlists (.m3u, .pls, .xspf), or lists (.csv, .json, .xml).")),
        completion: .file())
    var paths: [String]

    var printsForScripts: Bool { json }

    func runAsynchronously() async throws {
        let foreign = paths.filter(ForeignArguments.contains).map(Self.foreign)
        if foreign.count == paths.count, let first = foreign.first { throw first }
        let (library, _) = try options.open(creates: true)
        let bar = ProgressBar()
        var report: ImportReport
        var preview: ImportPreview?
        do {
            let known = paths.filter { !ForeignArguments.contains($0) }
            if dryRun {
                let found = try await library.previewImport(at: known, bringsBackRemoved: removed) { bar.show($0) }
                (report, preview) = (found.report, found)
            } else {
                report = try await library.importAlbums(at: known, bringsBackRemoved: removed) { bar.show($0) }
            }
        } catch {
            bar.clear()
            for refusal in foreign { StandardError.write("sleeves: \(TerminalText.printable(refusal.description))\n") }
            throw error
        }
        bar.clear()
        report.refusals += foreign
        report.problems += foreign.map { ImportProblem(path: $0.path, reason: $0.reason) }
        for problem in report.problems { StandardError.write("sleeves: \(TerminalText.printable(problem.description))\n") }
        let printed = PrintedReport(report, preview?.changes)
        print(json ? try printed.json() : printed.text)
        await library.shutdown()
        if let refusal = report.refusals.first, let status = ExitStatus(refusal) { throw ExitCode(status.rawValue) }
        if report.isEmpty {
            StandardError.write("sleeves: " + localized("There was nothing to import.") + "\n")
            throw ExitCode(ExitStatus.badData.rawValue)
        }
    }

    /// Why a path whose name is not UTF-8 is refused.
    static func foreign(_ path: String) -> ImportError {
        let reason = localized("has a name that is not UTF-8. Rename it, or import the folder it is in.")
        return ImportError(kind: .noInput, path: path, reason: reason)
    }
}
