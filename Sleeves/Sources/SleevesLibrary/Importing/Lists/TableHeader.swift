/// A column that a table may have, under one of several names.
protocol TableColumn: CaseIterable, Hashable, SendableMetatype {
    /// In lower case, letters and digits alone. The first name that a table has counts.
    var names: [String] { get }
}

/// Which column of a table holds what, by the names in its first row.
///
/// Names are compared by their letters and digits alone, because spreadsheets and statistics programs rewrite the rest: `Date Added`,
/// `Date.Added` and `date_added` are one name.
struct TableHeader<Column: TableColumn> {
    private let positions: [Column: Int]
    private let written: [String]
    /// How many columns the first row names.
    let count: Int

    /// - Parameter row: The first row. Two columns never share a position: the first of `Column` takes it.
    init(_ row: [String]) {
        let names = row.map(Self.compared)
        var positions: [Column: Int] = [:]
        var taken: Set<Int> = []
        for column in Column.allCases {
            let found = column.names.lazy.compactMap { name in names.indices.first { names[$0] == name && !taken.contains($0) } }.first
            guard let found else { continue }
            positions[column] = found
            taken.insert(found)
        }
        self.positions = positions
        written = row
        // Spreadsheets leave empty columns at the end.
        count = (names.lastIndex { !$0.isEmpty } ?? -1) + 1
    }

    static func compared(_ name: String) -> String {
        name.lowercased().filter { $0.isLetter || $0.isNumber }
    }

    /// Whether the table has all of these columns.
    func has(_ columns: Column...) -> Bool {
        columns.allSatisfy { positions[$0] != nil }
    }

    /// What a row says in a column, or `nil` where it says nothing or has no such column.
    func value(_ column: Column, in row: [String]) -> String? {
        guard let position = positions[column], position < row.count else { return nil }
        return row[position].cleaned().map(CSVField.decoded)
    }

    /// The names of the columns that mean nothing here and have a value in a row.
    func ignored(in row: [String]) -> [String] {
        let known = Set(positions.values)
        return row.indices.filter { $0 < count && !known.contains($0) && row[$0].cleaned() != nil }.map { written[$0] }
    }
}
