package import SleevesModel
internal import SQLite

extension PersistencyManager {
    /// Returns the values that copies have in common, such as places and sellers, the most frequent first: at most fifty of a field.
    ///
    /// - Complexity: O(*n*) in the number of albums whose copies the user has described, and less than a microsecond for each of the others.
    package func commonCopyValues() throws(PersistencyError) -> [CopyField: [String]] {
        var values = try enteredCopyValues()
        // Lists name them, too.
        let facets = try facetCounts(search: nil, filter: AlbumFilter())
        for (field, counts) in [(CopyField.place, facets.places), (.format, facets.formats), (.label, facets.labels)] {
            values[field] = counts.compactMap { count in
                switch count.facet {
                case .place(let name), .format(let name), .label(let name): name
                default: nil
                }
            }
        }
        for (name, counts) in facets.own {
            guard let field = OwnField(name) else { continue }
            values[.own(field)] = counts.compactMap { count in
                if case .own(_, let value) = count.facet, FieldValue(field: name, value: value).isWhole { value } else { nil }
            }
        }
        return values.mapValues { Array($0.prefix(50)) }
    }

    /// Returns the values that the user has entered, the most frequent first.
    private func enteredCopyValues() throws(PersistencyError) -> [CopyField: [String]] {
        try read { database in
            var counts: [CopyField: [String: Int]] = [:]
            for text in try String.fetchAll(database, sql: "SELECT edits FROM album WHERE edits LIKE '%\"copies\"%'") {
                // Damage costs an album only its values.
                guard let edits = try? StoredJSON.decode(AlbumEdits.self, from: text) else { continue }
                for (name, value) in edits.copies.values.values.joined() {
                    guard let field = CopyField.named(name), field.own == nil, field.search == .commonWords,
                        let value = field.checked(value)
                    else {
                        continue
                    }
                    counts[field, default: [:]][value, default: 0] += 1
                }
            }
            return counts.mapValues { $0.sorted { (-$0.value, $0.key) < (-$1.value, $1.key) }.map(\.key) }
        }
    }
}
