/// A view: a table of names and values. It knows no album.
struct TextTable {
    /// Prints the rows, with the values below each other.
    func show(_ rows: [Row]) {
        let width = rows.map(\.name.count).max() ?? 0
        for row in rows {
            let gap = String(repeating: " ", count: width - row.name.count + 2)
            print(row.name + gap + row.value)
        }
        print()
    }
}
