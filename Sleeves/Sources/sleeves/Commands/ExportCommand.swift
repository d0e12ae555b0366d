public import ArgumentParser
internal import Localization
public import SleevesLibrary

/// `sleeves export`.
struct ExportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export",
        abstract: localized("Export all albums to a .json or .csv file."),
        discussion: localized(
            """
            JSON contains everything that the library knows, including copies, tracks and edits, except for files and pictures. Importing it \
            gives the same albums. CSV is for spreadsheets: a collection as Discogs exports it, with one line for each copy. An existing \
            file is replaced when the new one is complete.
            """)
    )

    @OptionGroup var options: LibraryOptions

    @Option(help: ArgumentHelp(localized("The file format. Default: by the file's extension.")))
    var format: ExportFormat?

    @Argument(
        help: ArgumentHelp(localized("The file, ending in .json or .csv, or - for standard output.")),
        completion: .file(extensions: ["json", "csv"]))
    var file: String

    func validate() throws {
        _ = try chosenFormat()
    }

    func run() throws {
        let (library, _) = try options.open()
        let path = file == "-" ? nil : file
        let damaged = try DamagedAlbums(of: library)
        let count = try library.export(to: path, as: try chosenFormat())
        try damaged.tell(shown: count)
        guard path != nil else { return }
        StandardOutput.print(localized(one: "Exported {count} album.", other: "Exported {count} albums.", count: count))
    }

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
