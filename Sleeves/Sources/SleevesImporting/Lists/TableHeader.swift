internal import Localization
internal import SleevesModel
internal import struct FoundationEssentials.Date

/// A column of a table, which may have one of several names.
protocol TableColumn: CaseIterable, SendableMetatype {
    /// The position among all columns.
    var number: Int { get }
    /// The names, in lower case and only letters and digits. The first name that a table has counts.
    var names: [String] { get }
    /// Returns the user's own field that an unknown column with this name has the values of; `nil` if it has others.
    static func ownField(named name: String) -> OwnField?
}

extension TableColumn {
    static func ownField(named name: String) -> OwnField? { nil }
}

extension TableColumn where Self: RawRepresentable<Int> {
    var number: Int { rawValue }
}

/// A mapping of columns to their positions, by the names in a table's first row.
///
/// Only letters and digits of names are compared, because spreadsheets and statistics programs rewrite the rest: `Date Added`, `Date.Added`
/// and `date_added` are one name.
struct TableHeader<Column: TableColumn> {
    /// The position of each column, by the column's number.
    private let positions: [Int?]
    /// The positions of other columns with a name of the same one, which has their value if it is empty itself.
    private let others: [[Int]]
    /// The positions of the columns with own fields.
    let own: [(position: Int, field: CopyField)]
    /// The positions and the names of the unknown columns.
    private let unknown: [(position: Int, name: String)]
    /// The positions and names of the other columns, and the positions of those whose values they repeat.
    private let repeated: [(position: Int, first: Int, name: String)]
    /// The number of columns in the first row.
    let count: Int

    /// The names in the first row, for comparing.
    private let names: [String]

    /// - Parameter row: The first row. Columns never share a position: the first case of `Column` takes it.
    init(_ row: [String]) {
        let names = row.map(Self.compared)
        var positions = [Int?](repeating: nil, count: Column.allCases.count)
        var taken: Set<Int> = []
        for column in Column.allCases {
            let found = column.names.lazy.compactMap { name in names.indices.first { names[$0] == name && !taken.contains($0) } }.first
            guard let found else { continue }
            positions[column.number] = found
            taken.insert(found)
        }
        var others = [[Int]](repeating: [], count: positions.count)
        for column in Column.allCases where positions[column.number] != nil {
            let found = column.names.flatMap { name in names.indices.filter { names[$0] == name && !taken.contains($0) } }
            others[column.number] = found
            taken.formUnion(found)
        }
        self.others = others
        self.positions = positions
        self.names = names
        // Spreadsheets leave empty columns at the end.
        let count = (names.lastIndex { !$0.isEmpty } ?? -1) + 1
        self.count = count
        let unused = (0..<count).filter { !taken.contains($0) }.map { (position: $0, name: row[$0]) }
        let own = unused.compactMap { column in Column.ownField(named: column.name).map { (column.position, CopyField.own($0)) } }
            .prefix(CopyRecord.ownLimit)
        self.own = Array(own)
        let places = Set(own.map(\.0))
        unknown = unused.filter { !places.contains($0.position) }
        repeated = positions.enumerated().flatMap { number, first in
            others[number].map { (position: $0, first: first ?? $0, name: row[$0]) }
        }
    }

    static func compared(_ name: String) -> String {
        name.lettersAndDigits
    }

    /// Returns whether the table has all of these columns.
    func has(_ columns: Column...) -> Bool {
        columns.allSatisfy { positions[$0.number] != nil }
    }

    /// Returns the position of a column; `nil` if the table doesn't have it.
    subscript(column: Column) -> Int? { positions[column.number] }

    /// Returns whether a column has one of these names in the table.
    func isNamed(_ column: Column, _ names: String...) -> Bool { positions[column.number].map { names.contains(self.names[$0]) } ?? false }

    /// Returns the positions of the other columns with a name of a column.
    func others(of column: Column) -> [Int] { others[column.number] }

    /// Returns the positions of a column and of others with a name of the same one, the preferred one first.
    func positions(of column: Column) -> [Int] { positions[column.number].map { [$0] + others[column.number] } ?? [] }

    /// Returns the names of the columns with an unused value in a row.
    func ignored(in row: [String]) -> [String] {
        func hasValue(_ position: Int) -> Bool { position < row.count && row[position].cleaned() != nil }
        return unknown.filter { hasValue($0.position) }.map(\.name)
            + repeated.filter { hasValue($0.position) && hasValue($0.first) && row[$0.position] != row[$0.first] }.map(\.name)
    }
}

/// A table's ways of writing values, as its first rows show them.
struct TableConventions {
    /// The order of day and month.
    var dates = DiscogsDate.Order.dayFirst
    /// The greatest rating.
    var greatestRating = 5.0
}

/// A row of a table. An extension for each kind of table reads its values.
struct TableRow<Column: TableColumn> {
    let fields: [String]
    let header: TableHeader<Column>
    let conventions: TableConventions
    /// A reader of the values, with what is wrong with the row.
    var text = ListText()

    /// The order of day and month in the table.
    var dates: DiscogsDate.Order { conventions.dates }

    /// Returns the value in a column, or `nil` if it is empty or missing.
    func value(_ column: Column) -> String? {
        guard let position = header[column] else { return nil }
        return value(at: position) ?? header.others(of: column).lazy.compactMap(value).first
    }

    /// Returns the value at a position, or `nil` if it is empty or missing.
    func value(at position: Int) -> String? {
        position < fields.count ? fields[position].cleaned().map(CSVField.decoded) : nil
    }

    /// Returns the moment in a column, or `nil` if there is none; one that can't be read is noted.
    mutating func moment(_ column: Column) -> Date? {
        guard let value = value(column) else { return nil }
        if let moment = DiscogsDate.moment(in: value, dates) { return moment }
        text.note(localized("The date cannot be read. The album was imported without it."))
        return nil
    }

    /// Returns the value in a column, cut if it is too long.
    mutating func shortened(_ column: Column, _ name: String) -> String? {
        text.shortened(value(column), name)
    }
}
