internal import ArgumentParser
internal import FoundationEssentials
internal import Localization
internal import SleevesLibrary

/// `sleeves sources`.
struct SourcesCommand: ScriptedCommand {
    static let configuration = CommandConfiguration(
        commandName: "sources",
        abstract: localized("List the folders that the library follows, and the imported lists."),
        discussion: localized(
            """
            A folder that is away, because its disk is not connected, keeps its albums until it is back, or until you run “sleeves forget” \
            with its path.
            """)
    )

    /// A source as the command prints it. Scripts rely on the keys of the JSON form.
    private struct Listed: Encodable {
        let path: String
        /// `folder` or `list`.
        let kind: String
        let albums: Int
        let files: Int
        let away: Bool
        /// The time at which it was last read as a whole, in RFC 3339's form.
        let lastRead: Date?
        let problems: Int

        init(_ source: LibrarySource) {
            path = source.path
            kind = source.kind.rawValue
            albums = source.albumCount
            files = source.fileCount
            away = source.isAway
            lastRead = source.lastRead
            problems = source.problemCount
        }
    }

    @OptionGroup var options: LibraryOptions

    @Flag(help: ArgumentHelp(localized("Print the sources as JSON.")))
    var json = false

    var printsForScripts: Bool { json }

    func run() throws {
        let (library, _) = try options.open()
        let sources = try library.sources()
        if json {
            return try StandardOutput.print(json: sources.map(Listed.init))
        }
        if sources.isEmpty {
            StandardOutput.print(
                localized("Nothing was imported. Import a folder or a list with “{command}”.", ["command": "sleeves import PATH"]))
        }
        for source in sources { StandardOutput.print(TerminalText.printable(Self.line(source))) }
    }

    private static func line(_ source: LibrarySource) -> String {
        let albums = localized(one: "{count} album", other: "{count} albums", count: source.albumCount)
        return source.isAway
            ? localized("{folder}: {albums}, away", ["folder": source.path, "albums": albums])
            : localized("{folder}: {albums}", ["folder": source.path, "albums": albums])
    }
}

/// `sleeves forget`.
struct ForgetCommand: AsynchronousCommand {
    static let configuration = CommandConfiguration(
        commandName: "forget",
        abstract: localized("Forget a folder or a list, and remove its albums from the library."),
        discussion: localized(
            """
            Your files stay where they are. “sleeves undo” undoes this. Importing it again restores its albums, including your edits.
            """)
    )

    @OptionGroup var options: LibraryOptions

    @Argument(help: ArgumentHelp(localized("A folder or list from “sleeves sources”. It does not need to exist.")), completion: .file())
    var path: String

    func runAsynchronously() async throws {
        let (library, _) = try options.open()
        let count = try await library.forget(LibraryOptions.absolute(path))?.albumCount ?? 0
        StandardOutput.print(
            TerminalText.printable(
                localized(
                    one: "Forgot {folder} and its {count} album.", other: "Forgot {folder} and its {count} albums.", count: count,
                    ["folder": path])))
        await library.shutdown()
    }
}
