internal import ArgumentParser
internal import Localization
internal import SleevesLibrary

/// `sleeves info`.
struct InfoCommand: ScriptedCommand {
    static let configuration = CommandConfiguration(
        commandName: "info",
        abstract: localized("Show everything that is known about an album."),
        discussion: localized(
            """
            If several albums match, the first {limit} are listed, each with its identifier, and the exit status is 65. To show one of them, \
            enter its identifier, or more exact words: its whole title, its year, its label.

            With --json, the output is one object in the format of `sleeves export`, with all keys that have a value. If several albums \
            match, it is an array of such objects.
            """, ["limit": "\(limit)"])
    )

    @OptionGroup var options: LibraryOptions

    @Flag(help: ArgumentHelp(localized("Print the album as JSON.")))
    var json = false

    @Argument(
        help: ArgumentHelp(
            localized("An identifier from `sleeves list`, at least its first four digits, or words that match one album.")))
    var album: [String]

    var printsForScripts: Bool { json }

    func validate() throws {
        if album.isEmpty { throw ValidationError(localized("No album is named. Enter an identifier or words that match one album.")) }
    }

    func run() throws {
        let (library, _) = try options.open()
        let name = album.joined(separator: " ")
        let found = try library.candidates(named: name)
        let albums = try found.prefix(Self.limit).compactMap { try library.completeAlbum($0.id) }
        guard let first = albums.first else { throw AlbumLookupError.unknown(found[0].id.rawValue) }
        if found.count == 1 {
            if json { return StandardOutput.print(try first.json()) }
            let sheet = AlbumSheet(
                first, machines: try library.machines(of: first.id), origin: try library.origin(of: first.id),
                encoding: try library.encoding(of: first.id))
            return StandardOutput.print(sheet)
        }
        if json {
            StandardOutput.print(try albums.json())
        } else {
            StandardOutput.print(albums.map { AlbumSheet($0).summary }.joined(separator: "\n\n"))
        }
        throw AlbumLookupError.severalListed(name, count: found.count)
    }

    /// The maximum number of albums to list.
    private static let limit = 20
}
