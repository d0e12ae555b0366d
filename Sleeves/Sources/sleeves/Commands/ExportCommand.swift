public import ArgumentParser
internal import Localization
public import SleevesLibrary

/// `sleeves export`.
struct ExportCommand: AsynchronousCommand {
    static let configuration = CommandConfiguration(
        commandName: "export",
        abstract: localized("Export all albums to a .json or .csv file, or as a web page."),
        discussion: localized(
            """
            JSON contains everything that the library knows, including copies, tracks and edits, except for files and pictures. Importing it \
            gives the same albums. CSV is for spreadsheets: a collection as Discogs exports it, with one line for each copy. An existing \
            file is replaced when the new one is complete.

            A folder, such as catalogue/, gets a page for web browsers: all covers, with search, filters and a card for each album. It works \
            from the disk, without a network, and on any web host: copy the folder there. It names no file of yours, and nothing that only \
            concerns you: no notes, prices, loans, places and dates of copies, unless you add --private.
            """)
    )

    @OptionGroup var options: LibraryOptions

    @Option(help: ArgumentHelp(localized("The file format. Default: by the file's extension.")))
    var format: ExportFormat?

    @Option(help: ArgumentHelp(localized("The title of a web page."), valueName: localized("title")))
    var title: String?

    @Flag(name: .customLong("private"), help: ArgumentHelp(localized("Show everything about the copies on a web page.")))
    var showsPrivateValues = false

    @Argument(
        help: ArgumentHelp(
            localized("The file, ending in .json or .csv, or - for standard output; or the folder of a web page, ending in /.")),
        completion: .file(extensions: ["json", "csv"]))
    var file: String

    func validate() throws {
        if isFolder, format != nil { throw ValidationError(localized("A web page has no --format. Choose a file, or leave it out.")) }
        if !isFolder {
            _ = try chosenFormat()
            guard title == nil, !showsPrivateValues else {
                throw ValidationError(localized("--title and --private are for web pages. Choose a folder, with a name that ends in /."))
            }
        }
    }

    func runAsynchronously() async throws {
        let (library, _) = try options.open()
        let damaged = try DamagedAlbums(of: library)
        let count = isFolder ? try await exportPage(of: library) : try library.export(to: file == "-" ? nil : file, as: try chosenFormat())
        try damaged.tell(shown: count)
        await library.shutdown()
        guard file != "-" else { return }
        StandardOutput.print(localized(one: "Exported {count} album.", other: "Exported {count} albums.", count: count))
    }

    private func exportPage(of library: LibraryAPI) async throws -> Int {
        let bar = ProgressBar()
        let export = Task {
            try await library.exportWebCatalogue(to: file, title: title, showsPrivateValues: showsPrivateValues) { bar.showCopying($0) }
        }
        let interruption = Interruption()
        interruption.handle { export.cancel() }
        defer { withExtendedLifetime(interruption) {} }
        do {
            return try await bar.clearing { try await export.value }
        } catch is CancellationError {
            throw ExitCode(130)
        }
    }

    private var isFolder: Bool { file.hasSuffix("/") || (try? FileSystem.kind(of: file, followsLinks: true).kind) == .folder }

    private func chosenFormat() throws -> ExportFormat {
        if let format { return format }
        if file == "-" { return .json }
        switch Path.split(name: Path.name(of: file)).fileExtension {
        case "json": return .json
        case "csv": return .csv
        default:
            throw ValidationError(
                localized("The file format is unknown. Choose a name that ends in .json or .csv, or use --format json or --format csv."))
        }
    }
}

extension ExportFormat: ExpressibleByArgument {}
