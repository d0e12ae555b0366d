internal import ArgumentParser
internal import SleevesLibrary

/// `sleeves import`.
struct ImportCommand: AsynchronousCommand {
    static let configuration = CommandConfiguration(
        commandName: "import",
        abstract: "Bring albums in from music folders, Discogs collections and lists.",
        discussion: """
            Importing again updates the albums that are there. Your files are read, never changed. \
            What cannot be read is named with its reason and does not stop the import.
            """
    )

    @OptionGroup var options: LibraryOptions

    @Argument(help: "Music folders, audio files, Discogs collections (.csv, .json), or lists (.json, .jsonl).", completion: .file())
    var paths: [String]

    func runAsynchronously() async throws {
        let (library, _) = try options.open()
        let bar = ProgressBar()
        let report: ImportReport
        do {
            report = try await library.importAlbums(at: paths) { bar.show($0) }
        } catch {
            bar.clear()
            throw error
        }
        bar.clear()
        for problem in report.problems { StandardError.write("sleeves: \(problem)\n") }
        print(summary(of: report))
        await library.shutdown()
    }

    private func summary(of report: ImportReport) -> String {
        let albums = report.albums
        var lines = [
            "\(albums.total) \(albums.total == 1 ? "album" : "albums"): \(albums.inserted) new, \(albums.updated) changed, "
                + "\(albums.unchanged) unchanged; \(report.coversPresent) with a cover."
        ]
        if !report.problems.isEmpty {
            lines.append("\(report.problems.count) \(report.problems.count == 1 ? "problem" : "problems"), named above.")
        }
        if report.keysIgnored > 0 {
            lines.append("\(report.keysIgnored) values with unknown keys were left out.")
        }
        return lines.joined(separator: "\n")
    }
}
