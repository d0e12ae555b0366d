/// The values for a statement's parameters: in order, or by their names without the colon.
///
/// ```swift
/// try database.execute(sql: "UPDATE album SET year = ? WHERE id = ?", arguments: [1971, id])
/// try database.execute(sql: "UPDATE album SET year = :year WHERE id = :id", arguments: ["year": nil, "id": id])
/// ```
public struct StatementArguments: Sendable, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral {
    private(set) var values: [DatabaseValue]
    /// A name for each value, or empty.
    private(set) var names: [String] = []

    /// Creates empty arguments.
    public init() {
        values = []
    }

    /// Creates arguments in the order of the parameters.
    public init(_ values: some Sequence<some DatabaseValueConvertible>) {
        self.values = values.map(\.databaseValue)
    }

    /// Creates arguments in the order of the parameters.
    public init(arrayLiteral elements: (any DatabaseValueConvertible)?...) {
        values = elements.map { $0?.databaseValue ?? .null }
    }

    /// Creates arguments by the names of the parameters.
    public init(dictionaryLiteral elements: (String, (any DatabaseValueConvertible)?)...) {
        values = elements.map { $0.1?.databaseValue ?? .null }
        names = elements.map(\.0)
    }

    /// Creates arguments by the names of the parameters, of which there is one for each value.
    public init(names: [String], values: [DatabaseValue]) {
        self.names = names
        self.values = values
    }
}
