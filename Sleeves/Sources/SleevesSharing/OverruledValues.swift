package import SleevesModel

/// Values that a machine's own files and lists have for an album, where another machine's later values count.
///
/// Files that are read again, and a list that is imported again, replace those only where they have something new to say.
package struct OverruledValues: Sendable, Hashable, Codable {
    /// The values, by the names of their registers; `nil` where the files have none.
    private var values: [String: String?] = [:]

    package init() {}

    package var isEmpty: Bool { values.isEmpty }

    /// Notes the values of an album's own files that other machines' values replace.
    ///
    /// - Parameters:
    ///   - own: The album before.
    ///   - new: The album with the values of the others.
    package mutating func note(_ own: CompleteAlbum, becoming new: CompleteAlbum) {
        let (before, after) = (SharedAlbum.values(of: own), SharedAlbum.values(of: new))
        for field in Set(before.keys).union(after.keys) where !field.isOfLibrary && before[field] != after[field] {
            // The files have said the first one.
            if values[field.rawValue] == nil { values.updateValue(before[field], forKey: field.rawValue) }
        }
    }

    /// Gives an album, as its files are read now, the later values where the files say what they have said before. Forgets the others.
    ///
    /// - Parameter present: The album in the library.
    package mutating func replace(in read: inout CompleteAlbum, from present: CompleteAlbum) {
        let (now, later) = (SharedAlbum.values(of: read), SharedAlbum.values(of: present))
        values = values.filter { name, value in SharedField(rawValue: name).map { now[$0] == value } ?? true }
        let fields = values.keys.compactMap(SharedField.init(rawValue:)).filter { now[$0] != later[$0] }
        guard !fields.isEmpty else { return }
        var mixed = SharedAlbum()
        let time = HybridTime(ticks: 0, machine: .nobody)
        for (field, value) in now { mixed.set(field, to: value, at: time) }
        for field in fields { mixed.set(field, to: later[field], at: time) }
        mixed.apply(to: &read)
    }
}
