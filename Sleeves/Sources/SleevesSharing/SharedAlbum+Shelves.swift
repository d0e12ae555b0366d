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

    /// The shelves as JSON, by key; `nil` for those that were removed.
    package var shelves: [String: String?] {
        var shelves: [String: String?] = [:]
        for (name, register) in registers where name.hasPrefix(Self.shelfPrefix) && name.count > Self.shelfPrefix.count {
            shelves[String(name.dropFirst(Self.shelfPrefix.count))] = .some(register.value)
        }
        return shelves
    }
}
