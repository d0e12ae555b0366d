public import ArgumentParser
internal import Localization
public import SleevesLibrary

/// `sleeves list`.
struct ListCommand: ScriptedCommand, AsynchronousCommand {
    static let configuration = CommandConfiguration(commandName: "list", abstract: localized("List the albums."))

    enum Format: String, ExpressibleByArgument, CaseIterable {
        case table
        case json
        case csv
    }

    /// A filter for albums by their covers. A cover that could not be fetched is missing too.
    enum CoverFilter: String, ExpressibleByArgument, CaseIterable {
        case present
        case missing
        case failed

        func takes(_ album: AlbumRecord) -> Bool {
            switch self {
            case .present, .failed: album.shownCover.name == rawValue
            case .missing: album.shownCover.name != Self.present.rawValue
            }
        }
    }

    @OptionGroup var options: LibraryOptions

    @Option(
        help: ArgumentHelp(
            localized(
                """
                List only albums with these words in their names, genre, label, year, numbers, format, notes, folders, people or tracks, the \
                closest first. Quotes make a phrase.
                """
            )))
    var search: String?

    @Option(
        help: ArgumentHelp(
            localized("List only albums on this shelf, which the window has saved."), valueName: "name"))
    var shelf: String?

    @OptionGroup var filters: FilterOptions

    @Option(help: ArgumentHelp(localized("List only albums whose cover is present, is missing, or could not be fetched.")))
    var covers: CoverFilter?

    @Flag(help: ArgumentHelp(localized("List the albums with a copy that you wish to have, instead of the albums of the library.")))
    var wanted = false

    @Option(help: ArgumentHelp(localized("The sort order.")))
    var sort: AlbumSort = .artist

    @Flag(help: ArgumentHelp(localized("Reverse the order.")))
    var reverse = false

    @Option(help: ArgumentHelp(localized("The output format.")))
    var format: Format = .table

    var printsForScripts: Bool { format != .table }

    func runAsynchronously() async throws {
        let (library, _) = try options.open()
        var order = sort == .random ? .shuffled() : AlbumOrder(sort)
        order.isReversed = reverse
        let shelf = try await self.shelf(in: library)
        var filter = filters.filter
        if filter.facets.union(shelf?.filter.facets ?? []).contains(.smallCover) { await library.measureCovers() }
        let onShelf = try shelf.map { try Set(library.records(search: $0.search, filter: $0.filter).map(\.id)) }
        if wanted || shelf?.filter.facets.contains(.wanted) == true { filter.facets.insert(.wanted) }
        let damaged = try DamagedAlbums(of: library)
        let found = try library.records(search: search ?? shelf?.search, filter: filter, order: order)
            .filter { onShelf?.contains($0.id) ?? true }
        let away = try library.albumsAway()
        let albums = found.filter { covers?.takes($0) ?? true }.map { ListedAlbum($0, isAway: away.contains($0.id)) }
        if search == nil, shelf == nil, filter.isEmpty { try damaged.tell(shown: found.count) }
        switch format {
        case .table where albums.isEmpty: StandardOutput.print(try hint(in: library))
        case .table: StandardOutput.print(AlbumTable(albums), terminator: "")
        case .json: try StandardOutput.print(json: albums)
        case .csv: StandardOutput.print(ListedAlbum.csv(albums), terminator: "")
        }
    }

    private func shelf(in library: LibraryAPI) async throws -> Shelf? {
        guard let name = shelf else { return nil }
        let shelves = try await library.shelves()
        if let shelf = shelves.named(name) { return shelf }
        let names = shelves.all.map(\.name).joined(separator: ", ")
        throw ValidationError(
            TerminalText.printable(
                names.isEmpty
                    ? localized("There are no shelves. Search or filter in the window, and press Ctrl+D.")
                    : localized("There is no shelf “{shelf}”. There are: {shelves}.", ["shelf": name, "shelves": names])))
    }

    /// Returns the text to print instead of an empty table.
    private func hint(in library: LibraryAPI) throws -> String {
        if let shelf, search == nil, filters.filter.isEmpty, covers == nil, !wanted {
            return localized("No album is on the shelf “{shelf}” now.", ["shelf": TerminalText.printable(shelf)])
        }
        if wanted, search == nil, filters.filter.isEmpty {
            return localized(
                "There are no wanted albums. Import a Discogs wantlist, or add a wish with “{command}”.",
                ["command": "sleeves add --wanted"])
        }
        if try library.albumCount() == 0, !wanted {
            return localized("There are no albums. Import some with “{command}”.", ["command": "sleeves import FOLDER"])
        }
        if let search { return localized("No album matches “{search}”.", ["search": TerminalText.printable(search)]) }
        if !filters.filter.isEmpty { return localized("No album matches these options.") }
        return covers == .missing ? localized("No cover is missing.") : localized("No album has a cover in this state.")
    }
}

/// The albums that can't be shown because their rows in the library are damaged.
struct DamagedAlbums {
    private let library: LibraryAPI
    private let countBefore: Int

    /// Prepares to count them, before the albums are read.
    init(of library: LibraryAPI) throws {
        self.library = library
        countBefore = try library.albumCount()
    }

    /// Reports their number on standard error, after the albums have been read. Another program may have added or removed some meanwhile.
    func tell(shown: Int) throws {
        let count = min(countBefore, try library.albumCount()) - shown
        guard count > 0 else { return }
        let words = localized(
            one: "{count} album in the library is damaged and was left out. To get it back, restore a copy of the library.",
            other: "{count} albums in the library are damaged and were left out. To get them back, restore a copy of the library.",
            count: count)
        StandardError.write("sleeves: \(words)\n")
    }
}

extension AlbumSort: ExpressibleByArgument {}
