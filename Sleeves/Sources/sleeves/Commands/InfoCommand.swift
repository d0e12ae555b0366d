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
            With --json, the output is one object in the format of `sleeves export`, with all keys that have a value.
            """)
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
        let found = try library.record(named: album.joined(separator: " "))
        guard let archived = try library.completeAlbum(found.id) else { throw AlbumLookupError.unknown(found.id.rawValue) }
        print(json ? try archived.json() : AlbumSheet(archived, machines: try library.machines(of: found.id)).description)
    }
}
