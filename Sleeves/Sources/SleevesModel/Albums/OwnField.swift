internal import Localization

/// A field that the user has added to the copies of a library, such as “Signed”. Its name is its identity, in every library and list.
public struct OwnField: Sendable {
    /// The name, as people read it.
    public let name: String
    /// The kind of the values. Imported lists don't declare it: their values are texts, until the user gives the field a kind.
    public let kind: CopyField.Kind

    /// The kinds to choose from.
    public static let kinds: [CopyField.Kind] = [.text, .number, .day, .rating, .mark]

    /// Returns the kind with a name in exports, in shared registers and on the command line; `nil` if a field can't have it.
    public static func kind(named name: String) -> CopyField.Kind? { kinds.first { $0.rawValue == name } }

    /// The length of a name, in bytes, up to which it is one.
    package static let limit = 120

    /// Creates a field; `nil` if the name is blank, too long, or has signs that can't be read.
    public init?(_ name: some StringProtocol, kind: CopyField.Kind = .text) {
        guard let name = String(name).cleaned(), name.utf8.count <= Self.limit,
            !name.unicodeScalars.contains(where: { $0.properties.generalCategory == .control })
        else { return nil }
        (self.name, self.kind) = (name, kind)
    }

    fileprivate init(known name: String, kind: CopyField.Kind) { (self.name, self.kind) = (name, kind) }

    /// Creates a field from its name among the values of a copy; `nil` if it is the name of another value.
    package init?(key: some StringProtocol) {
        guard key.hasPrefix(Self.keyPrefix) else { return nil }
        let name = key.dropFirst(Self.keyPrefix.count)
        self.init(name)
        // Each name has one key.
        if self.name != name { return nil }
    }

    /// The name among the values of a copy, where no other name has a colon.
    package var key: String { Self.keyPrefix + name }
    private static let keyPrefix = "own:"

    /// The beginning of the names of columns, which Discogs gives to the fields that people have added there, too.
    package static let columnPrefix = "Collection "

    /// Returns whether a person who writes a name means this field.
    public func isNamed(_ text: String) -> Bool { name.caseFolded() == text.trimmed().caseFolded() }

    /// Returns the field that a person means who writes a name; `nil` if there is none. Lists may bring names that differ only in case.
    public static func named(_ text: String, in fields: [OwnField]) -> OwnField? {
        fields.first { $0.name == text } ?? fields.first { $0.isNamed(text) }
    }

    /// Returns the problem with a name for a new field, and its remedy; `nil` if it is valid.
    ///
    /// - Parameter others: The own fields that there are.
    public static func problem(withName text: String, among others: [OwnField]) -> String? {
        guard let field = OwnField(text) else {
            return text.cleaned() == nil ? localized("Enter a name.") : localized("This is too long. Shorten it.")
        }
        // In a table, their columns would be the same.
        let names = [field.name, columnPrefix + field.name].map(\.lettersAndDigits)
        let isTaken = CopyField.allCases.contains { known in
            ([known.name, known.label, known.column].map(\.lettersAndDigits) + known.otherColumns).contains(where: names.contains)
        }
        if isTaken { return localized("Every copy has this field. Choose another name.") }
        if others.contains(where: { $0.isNamed(field.name) }) { return localized("You have this field already. Choose another name.") }
        return nil
    }
}

/// A field whose kind a library knows.
package struct DeclaredField: Sendable, Hashable, Codable {
    private let name: String
    private let kind: CopyField.Kind
    /// Whether it is there without any value, because the user has added it, and hasn't removed it.
    package let isListed: Bool

    package init(_ field: OwnField, isListed: Bool) { (name, kind, self.isListed) = (field.name, field.kind, isListed) }

    package var field: OwnField { OwnField(known: name, kind: kind) }

    /// The field as it is when the user has removed it.
    package var unlisted: DeclaredField { DeclaredField(field, isListed: false) }
}

/// A field of the user's own in a library.
public struct OwnFieldUse: Sendable {
    /// The field.
    public let field: OwnField
    /// The number of albums with a value in it.
    public let albums: Int

    package init(_ field: OwnField, albums: Int) { (self.field, self.albums) = (field, albums) }
}

extension OwnField: Hashable {
    /// Returns whether two fields have one name.
    public static func == (a: OwnField, b: OwnField) -> Bool { a.name == b.name }

    /// Hashes the name.
    public func hash(into hasher: inout Hasher) { hasher.combine(name) }
}
