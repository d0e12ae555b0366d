internal import ArgumentParser
internal import Localization
internal import SleevesLibrary

/// `sleeves rate`.
struct RateCommand: AsynchronousCommand {
    static let configuration = CommandConfiguration(
        commandName: "rate",
        abstract: localized("Rate an album with stars, or make it a favourite."),
        discussion: localized(
            "Without options, the rating is printed. “sleeves list --rating 4” and “sleeves list --favourites” find albums by it.")
    )

    @OptionGroup var options: LibraryOptions

    @Option(help: ArgumentHelp(localized("The stars, from 1 to 5; “none” takes your rating back.")))
    var stars: StarsOrNone?

    @Flag(inversion: .prefixedNo, help: ArgumentHelp(localized("Make the album a favourite, or make it none.")))
    var favourite: Bool?

    @Argument(
        help: ArgumentHelp(
            localized("An identifier from `sleeves list`, at least its first four digits, or words that match one album.")))
    var album: [String]

    func validate() throws {
        if album.isEmpty { throw ValidationError(localized("No album is named. Enter an identifier or words that match one album.")) }
    }

    func runAsynchronously() async throws {
        let (library, _) = try options.open()
        let id = try library.record(named: album.joined(separator: " ")).id
        try await library.changeOpinion(of: [id]) { [stars, favourite] opinion in
            if let stars { opinion.rating = stars.stars }
            if let favourite { opinion.isFavourite = favourite }
        }
        guard let album = try library.completeAlbum(id) else { throw AlbumLookupError.unknown(id.rawValue) }
        let opinion = album.opinion
        let rating = opinion.shownRating.map { localized("{rating} of 5", ["rating": String($0)]) } ?? localized("Not Rated")
        let words =
            opinion.isFavourite
            ? localized("{title}: {rating}, a favourite", ["title": album.title, "rating": rating])
            : localized("{title}: {rating}", ["title": album.title, "rating": rating])
        StandardOutput.print(TerminalText.printable(words))
        await library.shutdown()
    }
}

/// A number of stars as a person writes it: from 1 to 5.
struct StarsArgument: ExpressibleByArgument {
    let stars: Int

    init?(argument: String) {
        guard let number = Int(argument), (1...5).contains(number) else { return nil }
        stars = number
    }
}

/// A number of stars, or `none`.
struct StarsOrNone: ExpressibleByArgument {
    /// The stars; `nil` for none.
    let stars: Int?

    init?(argument: String) {
        stars = StarsArgument(argument: argument)?.stars
        if stars == nil, argument.lowercased() != "none" { return nil }
    }
}
