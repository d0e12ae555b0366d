package import SleevesModel

/// The user's own fields, which machines share like an album that nobody has: so versions that don't know them keep them and pass them on.
extension SharedAlbum {
    /// The identifier under which the fields are shared.
    package static let ownFieldsID = AlbumID(rawValue: String(repeating: "0", count: 24))

    /// Sets the registers of the fields that have changed in the library.
    package mutating func stamp(_ fields: [DeclaredField], at time: HybridTime) {
        for declared in fields {
            let (name, value) = (Self.fieldPrefix + declared.field.name, (declared.isListed ? "" : "-") + declared.field.kind.rawValue)
            // A newer version may know other kinds.
            if let known = registers[name]?.value, Self.kind(in: known) == nil { continue }
            if registers[name]?.value != value { registers[name] = Register(value, at: time) }
        }
    }

    private static func kind(in value: String) -> CopyField.Kind? {
        OwnField.kind(named: value.hasPrefix("-") ? String(value.dropFirst()) : value)
    }

    /// The fields that the machines have agreed on.
    package var ownFields: [DeclaredField] {
        registers.keys.filter { $0.hasPrefix(Self.fieldPrefix) }.sorted().prefix(CopyEdits.limit).compactMap { name in
            guard let value = registers[name]?.value, let kind = Self.kind(in: value) else { return nil }
            return OwnField(name.dropFirst(Self.fieldPrefix.count), kind: kind).map { DeclaredField($0, isListed: !value.hasPrefix("-")) }
        }
    }

    /// Gives an album the values in own fields that the registers have of its copies, and that it lacks.
    package func addOwnValues(to album: inout CompleteAlbum) {
        var edits = album.edits ?? AlbumEdits()
        for (copy, values) in copies.values {
            for (name, value) in values where OwnField(key: name) != nil && edits.copies.values[copy]?[name] == nil {
                edits.copies.values[copy, default: [:]][name] = value
            }
        }
        if edits != album.edits ?? AlbumEdits() {
            album.unedited = album.unedited ?? SourceValues(album.album)
            album.edits = edits
        }
        let listed = release?.copies ?? []
        guard var known = album.release?.copies, known.count == listed.count else { return }
        for (index, copy) in listed.enumerated() where copy.added == known[index].added { known[index].setOwn(copy.own) }
        album.release?.copies = known
    }

    private static let fieldPrefix = "field."
}
