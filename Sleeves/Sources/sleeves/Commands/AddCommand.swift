internal import ArgumentParser
internal import Localization
internal import SleevesLibrary

/// `sleeves add`.
struct AddCommand: AsynchronousCommand {
    static let configuration = CommandConfiguration(
        commandName: "add",
        abstract: localized("Add a record that is in no folder and no list."),
        discussion: localized(
            """
            Sleeves asks MusicBrainz for the record, and adds it with its tracks and its cover. The first pressing with a barcode is added. If \
            words match several pressings, they are listed, each with its identifier, and the exit status is 65; the command with one of these \
            identifiers adds it. --format leaves only those in this format.

            With --title and --artist, nothing is asked: the record is added as you describe it.

            The exit status is 66 if MusicBrainz knows no such record, and 69 if it cannot be asked.
            """)
    )

    @OptionGroup var options: LibraryOptions
    @OptionGroup var network: NetworkOptions

    @Option(help: ArgumentHelp(localized("The title of a record to add by hand.")))
    var title: String?

    @Option(help: ArgumentHelp(localized("Its artist.")))
    var artist: String?

    @Option(help: ArgumentHelp(localized("Its year of release, in four digits.")))
    var year: Int?

    @Option(help: ArgumentHelp(localized("Its format, such as LP, CD or cassette.")))
    var format: String?

    @Option(help: ArgumentHelp(localized("Its label.")))
    var label: String?

    @Option(help: ArgumentHelp(localized("Its catalogue number."), valueName: "number"))
    var catalogueNumber: String?

    @Option(help: ArgumentHelp(localized("Its barcode.")))
    var barcode: String?

    @Option(help: ArgumentHelp(localized("Its genre.")))
    var genre: String?

    @Flag(help: ArgumentHelp(localized("Add the record to your wishes: you do not have it yet.")))
    var wanted = false

    @Argument(help: ArgumentHelp(localized("A barcode, a catalogue number, words from title and artist, or a MusicBrainz identifier.")))
    var words: [String] = []

    func validate() throws {
        let isByHand = title != nil || artist != nil
        if isByHand == !words.isEmpty {
            throw ValidationError(
                localized("Enter a barcode or words to look a record up, or --title and --artist to add it by hand."))
        }
        if isByHand, [title, artist].contains(where: { ($0 ?? "").allSatisfy(\.isWhitespace) }) {
            throw ValidationError(AddingError.incomplete.description)
        }
        if !isByHand, year != nil || label != nil || catalogueNumber != nil || barcode != nil || genre != nil {
            throw ValidationError(localized("These options describe a record that is added by hand. Add --title and --artist."))
        }
        if let year, !(1000...9999).contains(year) {
            throw ValidationError(localized("Enter the year in four digits, such as 1994, or leave it empty."))
        }
    }

    func runAsynchronously() async throws {
        let chosen = try network.settings
        let (library, _) = try options.open(creates: true)
        var settings = library.loadState().state.network.overridden(by: chosen)
        // The command itself is the permission.
        settings.fetchesCovers = true
        library.coverServices = CoverServices(settings)
        let interruption = Interruption()
        let adding = Task { try await add(to: library) }
        interruption.handle { adding.cancel() }
        do {
            let added = try await adding.value
            let words = ["title": added.album.title, "artist": added.album.artist]
            StandardOutput.print(
                TerminalText.printable(
                    added.isNew
                        ? localized("Added “{title}” by {artist}.", words)
                        : localized("“{title}” by {artist} is already in your library.", words)))
        } catch is CancellationError {
            throw ExitCode(130)
        }
        await library.shutdown()
        withExtendedLifetime(interruption) {}
    }

    private func add(to library: LibraryAPI) async throws -> AddedRecord {
        let added: AddedRecord
        if let title, let artist {
            added = try await library.add(
                NewRecord(
                    title: title, artist: artist, year: year, genre: genre, format: format, label: label, catalogueNumber: catalogueNumber,
                    barcode: barcode, isWanted: wanted))
        } else {
            added = try await library.add(try await release(in: library), isWanted: wanted)
        }
        // A cover that is far away mustn't keep a record out.
        if added.isNew, added.album.coverURL != nil { await library.seekCover(of: added.album.id) }
        return added
    }

    /// Returns the release that the words name.
    private func release(in library: LibraryAPI) async throws -> FoundRelease {
        let text = words.joined(separator: " ")
        let found = try await library.releases(matching: text).filter { release in format.map(release.isIn) ?? true }
        guard let first = found.first else { throw RecordLookupError.notFound(text) }
        guard found.count > 1, !LibraryAPI.isBarcode(text) else { return first }
        StandardOutput.print(found.map { AlbumSheet($0.album).summary(identifier: $0.id) }.joined(separator: "\n\n"))
        throw RecordLookupError.several(text, count: found.count)
    }
}

/// The reasons why words name no release.
enum RecordLookupError: Error, CustomStringConvertible {
    case notFound(String)
    case several(String, count: Int)

    /// The problem and its remedy.
    var description: String {
        switch self {
        case .notFound(let words):
            localized(
                "MusicBrainz knows no record for “{words}”. Use fewer words, or add it by hand with {options}.",
                ["words": String(words.prefix(40)), "options": "--title --artist"])
        case .several(let words, let count):
            localized(
                one: "{count} release matches “{words}”.",
                other: "{count} releases match “{words}”. To add one, enter its identifier.", count: count,
                ["words": String(words.prefix(40))])
        }
    }

    /// The status with which the command ends.
    var status: ExitStatus {
        switch self {
        case .notFound: .noInput
        case .several: .badData
        }
    }
}
