internal import ArgumentParser
internal import Localization
internal import SleevesLibrary

/// `sleeves info`.
struct InfoCommand: ScriptedCommand {
    static let configuration = CommandConfiguration(
        commandName: "info",
        abstract: localized("Show all that is known of an album."),
        discussion: localized(
            """
            With --json it is one object as `sleeves export` writes them, with all keys that have a value.
            """)
    )

    @OptionGroup var options: LibraryOptions

    @Flag(help: ArgumentHelp(localized("Print it as JSON.")))
    var json = false

    @Argument(
        help: ArgumentHelp(
            localized("An identifier as `sleeves list` shows it, or its first four digits or more; or words that find one album.")))
    var album: [String]

    var printsForScripts: Bool { json }

    func validate() throws {
        if album.isEmpty { throw ValidationError(localized("Name an album.")) }
    }

    func run() throws {
        let (library, _) = try options.open()
        let found = try library.record(named: album.joined(separator: " "))
        guard let archived = try library.completeAlbum(found.id) else { throw AlbumLookupError.unknown(found.id.rawValue) }
        print(json ? try archived.json() : AlbumSheet(archived).description)
    }
}
