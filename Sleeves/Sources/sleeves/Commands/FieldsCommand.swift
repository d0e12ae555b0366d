internal import ArgumentParser
internal import Localization
internal import SleevesLibrary

/// `sleeves fields`.
struct FieldsCommand: AsynchronousCommand {
    static let configuration = CommandConfiguration(
        commandName: "fields",
        abstract: localized("List the fields that you have added to your copies, add one, rename one or remove one."),
        discussion: localized(
            """
            “sleeves copy --set "Signed=yes" ALBUM” sets a value, and “sleeves list --own "Signed=yes"” lists the albums that have it. “sleeves \
            undo” brings removed values back.
            """)
    )

    /// A field as the command prints it. Scripts rely on the keys of the JSON form.
    private struct Listed: Encodable {
        let name: String
        let kind: String
        let albums: Int
    }

    @OptionGroup var options: LibraryOptions

    @Option(help: ArgumentHelp(localized("Add a field."), valueName: "name"))
    var add: String?

    @Option(help: ArgumentHelp(localized("The kind of the field's values: text, number, day, rating, or mark for yes or no.")))
    var kind: KindArgument?

    @Option(help: ArgumentHelp(localized("Rename a field, or give it another kind."), valueName: "name"))
    var change: String?

    @Option(help: ArgumentHelp(localized("The field's new name."), valueName: "name"))
    var to: String?

    @Option(help: ArgumentHelp(localized("Remove a field with its values."), valueName: "name"))
    var remove: String?

    @Flag(help: ArgumentHelp(localized("Print the fields as JSON.")))
    var json = false

    var printsForScripts: Bool { json }

    func validate() throws {
        if [add, change, remove].count(where: { $0 != nil }) > 1 {
            throw ValidationError(localized("These options exclude each other. Add, change or remove one field at a time."))
        }
        if change == nil ? to != nil || add == nil && kind != nil : to == nil && kind == nil {
            throw ValidationError(localized("--to and --kind belong to --change, and --kind to --add. Name the field, and what to change."))
        }
    }

    func runAsynchronously() async throws {
        let (library, _) = try options.open()
        let fields = try await library.ownFields().map(\.field)
        if let add {
            try await library.setOwnField(try Self.new(add, kind: kind?.kind ?? .text, among: fields))
        } else if let change {
            let field = try Self.field(named: change, in: fields)
            let new = try to.map { name in
                try Self.new(name, kind: kind?.kind ?? field.kind, among: fields.filter { $0 != field })
            }
            if let new, new != field {
                try await library.replaceOwnField(field, by: new)
            } else if let field = OwnField(field.name, kind: kind?.kind ?? field.kind) {
                try await library.setOwnField(field)
            }
        } else if let remove {
            try await library.removeOwnField(try Self.field(named: remove, in: fields))
        }
        try Self.print(try await library.ownFields(), asJSON: json)
        await library.shutdown()
    }

    private static func print(_ uses: [OwnFieldUse], asJSON isJSON: Bool) throws {
        if isJSON {
            return try StandardOutput.print(json: uses.map { Listed(name: $0.field.name, kind: $0.field.kind.rawValue, albums: $0.albums) })
        }
        if uses.isEmpty {
            StandardOutput.print(localized("You have no fields of your own. Add one with {option}.", ["option": "--add NAME"]))
        }
        for use in uses {
            let albums = localized(one: "{count} album", other: "{count} albums", count: use.albums)
            StandardOutput.print(TerminalText.printable("\(use.field.name): \(use.field.kind.rawValue), \(albums)"))
        }
    }

    private static func field(named name: String, in fields: [OwnField]) throws -> OwnField {
        guard let field = OwnField.named(name, in: fields) else {
            let names = ["name": String(name.prefix(40)), "names": fields.map(\.name).joined(separator: ", ")]
            throw ValidationError(localized("You have no field named “{name}”. The names are: {names}.", names))
        }
        return field
    }

    private static func new(_ name: String, kind: CopyField.Kind, among fields: [OwnField]) throws -> OwnField {
        if let problem = OwnField.problem(withName: name, among: fields) { throw ValidationError(problem) }
        guard let field = OwnField(name, kind: kind) else { throw ValidationError(localized("Enter a name.")) }
        return field
    }
}

/// The kind of a field's values as the command names it.
struct KindArgument: ExpressibleByArgument {
    let kind: CopyField.Kind

    init?(argument: String) {
        guard let kind = OwnField.kind(named: argument.lowercased()) else { return nil }
        self.kind = kind
    }

    static var allValueStrings: [String] { OwnField.kinds.map(\.rawValue) }
}
