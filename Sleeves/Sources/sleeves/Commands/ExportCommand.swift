internal import ArgumentParser
internal import Localization
internal import SleevesLibrary

/// `sleeves export`.
struct ExportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export",
        abstract: localized("Write all albums to a file, .json or .csv."),
        discussion: localized(
            """
            JSON keeps all that the library knows, copies, tracks and edits included, but for files and pictures; imported again, it gives \
            the same albums. CSV is a collection as Discogs exports it, for spreadsheets, a line a copy. A file that stands there is \
            replaced when the new one is whole.
            """)
    )

    enum Format: String, ExpressibleByArgument, CaseIterable {
        case json
        case csv
    }

    @OptionGroup var options: LibraryOptions

    @Option(help: ArgumentHelp(localized("How to write them. Default: what the file's name ends in.")))
    var format: Format?

    @Argument(
        help: ArgumentHelp(localized("The file, ending in .json or .csv, or - for standard output.")),
        completion: .file(extensions: ["json", "csv"]))
    var file: String

    func validate() throws {
        _ = try chosenFormat()
        if ForeignArguments.contains(file) { throw ValidationError(localized("The file's name is not UTF-8. Choose another.")) }
    }

    func run() throws {
        let (library, _) = try options.open()
        let path = file == "-" ? nil : file
        let count = try library.export(to: path, as: try chosenFormat())
        try DamagedAlbums(shown: count, of: library).tell()
        guard path != nil else { return }
        print(localized(one: "{count} album exported.", other: "{count} albums exported.", count: count))
    }

    private func chosenFormat() throws -> ExportFormat {
        if let format { return format == .json ? .json : .csv }
        if file == "-" { return .json }
        switch Path.split(name: Path.name(of: file)).fileExtension {
        case "json": return .json
        case "csv": return .csv
        default:
            throw ValidationError(
                localized("The file's name must end in .json or .csv; or say --format json or --format csv."))
        }
    }
}
