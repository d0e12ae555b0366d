internal import ArgumentParser
internal import Localization
internal import SleevesLibrary

/// `sleeves copy`.
struct CopyCommand: AsynchronousCommand {
    static let configuration = CommandConfiguration(
        commandName: "copy",
        abstract: localized("Describe your copies of an album: where they are, what you paid, who has them."),
        discussion: localized(
            """
            Without options, the copies are printed, each with its number. --set changes one of them, or the new one with --add; a name \
            without a value empties it. A copy that is lent is lent since today, unless you name another day.

            The names of values: {names}.

            Days are written as 2025-03-27; 2025-03 and 2025 are days too.
            """, ["names": CopyValue.names])
    )

    @OptionGroup var options: LibraryOptions

    @Option(help: ArgumentHelp(localized("The number of the copy, from 1, if the album has several.")))
    var number: Int?

    @Option(help: ArgumentHelp(localized("Set a value of the copy, such as “lent-to=Ann”."), valueName: "name=value"))
    var set: [CopyValue] = []

    @Flag(help: ArgumentHelp(localized("Add another copy.")))
    var add = false

    @Flag(help: ArgumentHelp(localized("Remove the copy. The album stays.")))
    var remove = false

    @Flag(help: ArgumentHelp(localized("Note that the copy is no longer lent.")))
    var returned = false

    @Flag(help: ArgumentHelp(localized("Note that you have the copy that you wanted.")))
    var got = false

    @Argument(
        help: ArgumentHelp(
            localized("An identifier from `sleeves list`, at least its first four digits, or words that match one album.")))
    var album: [String]

    private var changes: Bool { !set.isEmpty || add || remove || returned || got }

    func validate() throws {
        if album.isEmpty { throw ValidationError(localized("No album is named. Enter an identifier or words that match one album.")) }
        if [add, remove, returned, got].count(where: \.self) > 1 || remove && !set.isEmpty || add && number != nil {
            throw ValidationError(localized("These options exclude each other. Add, change or remove one copy at a time."))
        }
    }

    func runAsynchronously() async throws {
        let (library, _) = try options.open()
        let id = try library.record(named: album.joined(separator: " ")).id
        if changes { try await change(id, values: try values(own: try await library.ownFields().map(\.field)), in: library) }
        guard let album = try library.completeAlbum(id) else { throw AlbumLookupError.unknown(id.rawValue) }
        if album.copies.isEmpty, !remove { throw CopyLookupError.none }
        StandardOutput.print(AlbumSheet(album).copiesText)
        await library.shutdown()
    }

    /// Returns the values that the options name.
    ///
    /// - Parameter own: The user's own fields.
    private func values(own: [OwnField]) throws -> [CopyField: String] {
        var values = returned ? CopyField.returned : got ? CopyField.got : [:]
        for value in set {
            guard let field = CopyField.matching(value.name, own: own) else {
                throw ValidationError(CopyValue.unknownName(value.name, own: own))
            }
            if let problem = field.problem(with: value.text) { throw ValidationError("\(value.name): \(problem)") }
            values[field] = value.text
        }
        return values
    }

    private func change(_ id: AlbumID, values: [CopyField: String], in library: LibraryAPI) async throws {
        if add {
            try await library.addCopy(to: id, values)
        } else {
            let all = try library.completeAlbum(id)?.copies ?? []
            let wishes = all.filter(\.record.isWanted)
            let copy = try got && number == nil && wishes.count == 1 ? wishes[0] : copy(of: all)
            if remove {
                try await library.removeCopy(copy.id, of: copy.album ?? id)
            } else {
                try await library.editCopy(copy.id, of: copy.album ?? id, values)
            }
        }
    }

    /// Returns the copy that the options name.
    private func copy(of copies: [AlbumCopy]) throws -> AlbumCopy {
        if copies.isEmpty { throw CopyLookupError.none }
        guard let number else {
            if copies.count > 1 { throw CopyLookupError.several(count: copies.count) }
            return copies[0]
        }
        guard copies.indices.contains(number - 1) else { throw CopyLookupError.unknown(number, count: copies.count) }
        return copies[number - 1]
    }
}

/// A value of a copy as a person writes it: `lent-to=Ann`.
struct CopyValue: ExpressibleByArgument {
    let name: String
    let text: String

    init?(argument: String) {
        let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2 else { return nil }
        (name, text) = (String(parts[0]), String(parts[1]))
    }

    /// The names of the fields.
    static let names = CopyField.edited.map { field in
        field.name.reduce(into: "") { text, letter in text += letter.isUppercase ? "-" + letter.lowercased() : String(letter) }
    }.joined(separator: ", ")

    static func unknownName(_ name: String, own: [OwnField]) -> String {
        let names = ([names] + own.map(\.name)).joined(separator: ", ")
        return localized("A copy has no value named “{name}”. The names are: {names}.", ["name": String(name.prefix(40)), "names": names])
    }
}

/// The reasons why options name no copy.
enum CopyLookupError: Error, CustomStringConvertible {
    case none
    case several(count: Int)
    case unknown(Int, count: Int)

    /// The status with which the command ends.
    var status: ExitStatus {
        switch self {
        case .none, .unknown: .noInput
        case .several: .badData
        }
    }

    /// The problem and its remedy.
    var description: String {
        switch self {
        case .none: localized("The album has no copy that is described. Add one with {option}.", ["option": "--add"])
        case .several(let count):
            localized(
                one: "The album has {count} copy. Name it with {option}.", other: "The album has {count} copies. Name one with {option}.",
                count: count, ["option": "--number"])
        case .unknown(let number, let count):
            localized(
                one: "There is no copy {number}: the album has {count} copy.",
                other: "There is no copy {number}: the album has {count} copies.", count: count, ["number": String(number)])
        }
    }
}
