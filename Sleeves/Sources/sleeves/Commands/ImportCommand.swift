internal import ArgumentParser
internal import Localization
internal import Foundation
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
        help: ArgumentHelp(localized("Music folders, audio files, Discogs collections (.csv, .json), or lists (.json, .jsonl).")),
        completion: .file())
    var paths: [String]

    var printsForScripts: Bool { json }

    func runAsynchronously() async throws {
        let (library, _) = try options.open()
        let bar = ProgressBar()
        let report: ImportReport
        var preview: ImportPreview?
        do {
            if dryRun {
                let found = try await library.previewImport(at: paths, bringsBackRemoved: removed) { bar.show($0) }
                (report, preview) = (found.report, found)
            } else {
                report = try await library.importAlbums(at: paths, bringsBackRemoved: removed) { bar.show($0) }
            }
        } catch {
            bar.clear()
            throw error
        }
        bar.clear()
        for problem in report.problems { StandardError.write("sleeves: \(TerminalText.printable(problem.description))\n") }
        let printed = PrintedReport(report, preview?.changes)
        print(json ? try printed.json() : printed.text)
        await library.shutdown()
    }
}
