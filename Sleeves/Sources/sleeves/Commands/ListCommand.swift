public import ArgumentParser
internal import Localization
public import SleevesLibrary

/// `sleeves list`.
struct ListCommand: ScriptedCommand {
    static let configuration = CommandConfiguration(commandName: "list", abstract: localized("List the albums."))

    enum Format: String, ExpressibleByArgument, CaseIterable {
        case table
        case json
        case csv
    }

    @OptionGroup var options: LibraryOptions

    @Option(help: ArgumentHelp(localized("Only albums with words that begin like these, in title, artist, genre, label or year.")))
    var search: String?

    @Option(help: ArgumentHelp(localized("The order.")))
    var sort: AlbumSort = .artist

    @Option(help: ArgumentHelp(localized("How to print them.")))
    var format: Format = .table

    var printsForScripts: Bool { format != .table }

    func run() throws {
        let (library, _) = try options.open()
        let away = try library.albumsAway()
        let albums = try library.storedAlbums(search: search, sort: sort).map { ListedAlbum($0, isAway: away.contains($0.id)) }
        switch format {
        case .table: print(AlbumTable(albums), terminator: "")
        case .json: print(try ListedAlbum.json(albums))
        case .csv: print(ListedAlbum.csv(albums), terminator: "")
        }
    }
}

extension AlbumSort: ExpressibleByArgument {}
