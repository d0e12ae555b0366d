internal import ArgumentParser
internal import Localization
internal import SleevesLibrary

/// The options that filter albums by facets. An option may be given several times, for alternatives.
struct FilterOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(localized("List only albums by exactly this artist. Repeat this option, or a similar one, for alternatives.")))
    var artist: [String] = []

    @Option(help: ArgumentHelp(localized("List only albums of this genre.")))
    var genre: [String] = []

    @Option(help: ArgumentHelp(localized("List only albums of this year.")))
    var year: [Int] = []

    @Option(help: ArgumentHelp(localized("List only albums of this decade: 1970, 1970s or 70s.")))
    var decade: [DecadeArgument] = []

    @Option(help: ArgumentHelp(localized("List only albums on this label.")))
    var label: [String] = []

    @Option(help: ArgumentHelp(localized("List only albums with this in the format of their release: LP, CD, Album.")))
    var releaseFormat: [String] = []

    @Option(
        help: ArgumentHelp(
            localized("List only albums with this value of their release, such as “Composer=Ada Byron”."), valueName: "name=value"))
    var releaseValue: [CopyValue] = []

    @Option(help: ArgumentHelp(localized("List only albums whose first file is in this folder."), valueName: "dir"), completion: .directory)
    var folder: [String] = []

    @Option(help: ArgumentHelp(localized("List only albums with a copy in this place.")))
    var place: [String] = []

    @Option(help: ArgumentHelp(localized("List only albums with a copy in this condition or a better one: NM, VG+."), valueName: "grade"))
    var condition: [ConditionArgument] = []

    @Option(help: ArgumentHelp(localized("List only albums with a copy that was bought in this year."), valueName: "year"))
    var bought: [Int] = []

    @Option(help: ArgumentHelp(localized("List only albums with so many stars or more, from 1 to 5."), valueName: "stars"))
    var rating: [StarsArgument] = []

    @Flag(help: ArgumentHelp(localized("List only your favourites.")))
    var favourites = false

    @Option(
        help: ArgumentHelp(
            localized("List only albums with a copy that has this value in a field of your own, such as “Signed=yes”."),
            valueName: "name=value"))
    var own: [CopyValue] = []

    @Flag(help: ArgumentHelp(localized("List only albums with a copy that is lent.")))
    var lent = false

    @Flag(help: ArgumentHelp(localized("List only albums with another one of the same title and artist.")))
    var duplicates = false

    @Flag(help: ArgumentHelp(localized("List only albums without a cover.")))
    var withoutCover = false

    @Flag(help: ArgumentHelp(localized("List only albums whose cover has fewer than 300 pixels in each direction.")))
    var smallCovers = false

    @Flag(help: ArgumentHelp(localized("List only albums without a picture of their back cover.")))
    var withoutBack = false

    @Flag(help: ArgumentHelp(localized("List only albums whose tracks' numbers show that some are missing.")))
    var tracksMissing = false

    func validate() throws {
        guard let unknown = releaseValue.first(where: { Self.facet($0) == nil }) else { return }
        let names = (ReleaseField.facets + [.labels, .format]).map(\.name).joined(separator: ", ")
        throw ValidationError(
            localized(
                "Albums are not filtered by “{name}”. The names are: {names}.", ["name": String(unknown.name.prefix(40)), "names": names]))
    }

    private static func facet(_ value: CopyValue) -> AlbumFacet? {
        switch ReleaseField.matching(value.name) {
        case .labels?: .label(value.text)
        case .format?: .format(value.text)
        case let field? where field.isFacet: .release(field: field, value: value.text)
        default: nil
        }
    }

    /// The filter that the options describe.
    var filter: AlbumFilter {
        var facets: Set<AlbumFacet> = withoutCover ? [.withoutCover] : []
        if lent { facets.insert(.lent) }
        if favourites { facets.insert(.favourite) }
        facets.formUnion(rating.map { .rating($0.stars) })
        if duplicates { facets.insert(.duplicate) }
        if smallCovers { facets.insert(.smallCover) }
        if withoutBack { facets.insert(.withoutBack) }
        if tracksMissing { facets.insert(.tracksMissing) }
        facets.formUnion(place.map(AlbumFacet.place))
        facets.formUnion(condition.map { .condition($0.grade) })
        facets.formUnion(bought.map(AlbumFacet.bought))
        facets.formUnion(own.map { .own(field: $0.name, value: $0.text) })
        facets.formUnion(artist.map(AlbumFacet.artist))
        facets.formUnion(genre.map(AlbumFacet.genre))
        facets.formUnion(year.map(AlbumFacet.year))
        facets.formUnion(decade.map { .decade($0.year) })
        facets.formUnion(label.map(AlbumFacet.label))
        facets.formUnion(releaseFormat.map(AlbumFacet.format))
        facets.formUnion(releaseValue.compactMap(Self.facet))
        facets.formUnion(folder.map { .folder(Path.normalised(LibraryOptions.absolute($0))) })
        return AlbumFilter(facets)
    }
}

/// A grade of a record as a person writes it: `VG+`, `Near Mint`.
struct ConditionArgument: ExpressibleByArgument {
    let grade: String

    init?(argument: String) {
        guard let grade = CopyField.grade(named: argument) else { return nil }
        self.grade = grade
    }
}

/// A decade as a person writes it: `1970`, `1970s`, `70s`.
struct DecadeArgument: ExpressibleByArgument {
    /// The first year.
    let year: Int

    init?(argument: String) {
        let digits = argument.hasSuffix("s") ? argument.dropLast() : argument[...]
        guard digits.allSatisfy({ $0.isASCII && $0.isNumber }), let number = Int(digits) else { return nil }
        switch digits.count {
        case 4: year = AlbumFacet.decade(of: number) ?? number
        case 2 where number % 10 == 0: year = number >= 30 ? 1900 + number : 2000 + number
        default: return nil
        }
    }
}
