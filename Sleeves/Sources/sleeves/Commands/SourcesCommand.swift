internal import ArgumentParser
internal import FoundationEssentials
internal import Localization
internal import SleevesLibrary

/// `sleeves sources`.
struct SourcesCommand: ScriptedCommand {
    static let configuration = CommandConfiguration(
        commandName: "sources",
        abstract: localized("List the folders that the library follows."),
        discussion: localized(
            """
            A folder that is away, because its disk is not connected, keeps its albums until it is back, or until you run “sleeves forget” \
            with its path.
            """)
    )

    /// A folder as the command prints it. Scripts rely on the keys of the JSON form.
    private struct Listed: Encodable {
        let path: String
        let albums: Int
        let files: Int
        let away: Bool
    }

    @OptionGroup var options: LibraryOptions

    @Flag(help: ArgumentHelp(localized("Print the folders as JSON.")))
    var json = false

    var printsForScripts: Bool { json }

    func run() throws {
        let (library, _) = try options.open()
        let sources = try library.sources()
        if json {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
            let listed = sources.map { Listed(path: $0.path, albums: $0.albumCount, files: $0.fileCount, away: $0.isAway) }
            return print(String(decoding: try encoder.encode(listed), as: UTF8.self))
        }
        if sources.isEmpty {
            print(localized("There are no folders. Import one with “{command}”.", ["command": "sleeves import FOLDER"]))
        }
        for source in sources { print(TerminalText.printable(Self.line(source))) }
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
        abstract: localized("Stop following a folder, and remove its albums from the library."),
        discussion: localized(
            """
            Your files stay where they are. “sleeves undo” undoes this. Importing the folder again restores its albums, including your edits.
            """)
    )

    @OptionGroup var options: LibraryOptions

    @Argument(help: ArgumentHelp(localized("A folder from “sleeves sources”. It does not need to exist.")), completion: .directory)
    var path: String

    func runAsynchronously() async throws {
        let (library, _) = try options.open()
        let count = try await library.forget(LibraryOptions.absolute(path))?.albumCount ?? 0
        print(
            TerminalText.printable(
                localized(
                    one: "Forgot {folder} and its {count} album.", other: "Forgot {folder} and its {count} albums.", count: count,
                    ["folder": path])))
        await library.shutdown()
    }
}
