/// A name and a value, as tables show them.
struct Row {
    let name: String
    let value: String
}

extension Album {
    /// The album as a table shows it. Observable like any property: Heed finds out what it is computed from.
    var rows: [Row] {
        [
            Row(name: "Artist", value: artist),
            Row(name: "Album", value: title),
            Row(name: "Genre", value: genre),
            Row(name: "Year", value: "\(year)"),
        ]
    }
}
