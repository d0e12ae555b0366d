/// The values of the fields that ``ReleaseField`` declares, of which a release has few.
package struct ReleaseValues: Sendable, Hashable {
    /// The values of a field: at most one, unless it is a list.
    package struct Entry: Sendable, Hashable {
        package let field: ReleaseField
        package let values: [String]
    }

    /// The known values, in the order of the fields' numbers.
    package private(set) var entries: [Entry] = []

    package init() {}

    /// The values of a field; none if they aren't known.
    package subscript(field: ReleaseField) -> [String] {
        get { entries.first { $0.field == field }?.values ?? [] }
        set {
            let place = entries.firstIndex { $0.field.number >= field.number } ?? entries.count
            if place < entries.count, entries[place].field == field { entries.remove(at: place) }
            if !newValue.isEmpty { entries.insert(Entry(field: field, values: newValue), at: place) }
        }
    }
}
