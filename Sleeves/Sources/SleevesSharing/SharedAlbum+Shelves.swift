package import SleevesModel

/// The user's shelves, which machines share like an album that nobody has: so versions that don't know them keep them and pass them on. Each shelf is a
/// register, which holds its JSON.
extension SharedAlbum {
    /// The identifier under which the shelves are shared.
    package static let shelvesID = AlbumID(rawValue: String(repeating: "0", count: 23) + "1")

    private static let shelfPrefix = "shelf."

    /// Sets the registers of the shelves that have changed in the library.
    ///
    /// - Parameter stored: All shelves of the library as JSON, by key.
    package mutating func stamp(shelves stored: [String: String], at time: HybridTime) {
        for (key, known) in shelves where known != nil && stored[key] == nil { registers[Self.shelfPrefix + key] = Register(nil, at: time) }
        for (key, text) in stored where registers[Self.shelfPrefix + key]?.value != text {
            registers[Self.shelfPrefix + key] = Register(text, at: time)
        }
    }

    /// The shelves as JSON, by key; `nil` for those that were removed. Names that no shelf can have are left out.
    package var shelves: [String: String?] {
        var shelves: [String: String?] = [:]
        for (name, register) in registers where name.utf8.starts(with: Self.shelfPrefix.utf8) {
            // By bytes, for the key may begin with a sign that belongs to the letter before it, and SQLite compares them, too.
            let key = String(decoding: name.utf8.dropFirst(Self.shelfPrefix.utf8.count), as: UTF8.self)
            if !key.isEmpty, key.utf8.elementsEqual(key.caseFolded().utf8) { shelves[key] = .some(register.value) }
        }
        return shelves
    }
}
