/// An album as the machines that share a library know it: a register for each field, in which the newest value wins.
///
/// Merging is commutative, associative and idempotent, so machines that have seen the same values agree, in whatever order they came.
///
/// ## Behavior
/// - Fields that this version doesn't know are kept and passed on.
/// - A removed album keeps its fields, so undoing the removal restores it on all machines.
package struct SharedAlbum: Sendable, Hashable {
    /// A field's value, and when it was set.
    package struct Register: Sendable, Hashable {
        package var value: String?
        package var time: HybridTime

        package init(_ value: String?, at time: HybridTime) {
            (self.value, self.time) = (value, time)
        }

        /// Whether this value replaces another. Equal times come only from copied libraries; the values decide, so that all agree.
        func isNewer(than other: Register) -> Bool {
            time == other.time ? (value ?? "") > (other.value ?? "") : time > other.time
        }
    }

    /// The registers, by the names of their fields.
    package internal(set) var registers: [String: Register] = [:]

    package init() {}

    /// The value of a field; `nil` if it has none.
    package subscript(field: SharedField) -> String? { registers[field.rawValue]?.value }

    /// Sets a field.
    package mutating func set(_ field: SharedField, to value: String?, at time: HybridTime) {
        registers[field.rawValue] = Register(value, at: time)
    }

    /// Takes over what is newer in another copy of the album.
    ///
    /// - Returns: Whether anything was.
    @discardableResult
    package mutating func merge(_ other: SharedAlbum) -> Bool {
        var hasChanged = false
        for (name, register) in other.registers { if merge(register, as: name) { hasChanged = true } }
        return hasChanged
    }

    @discardableResult
    mutating func merge(_ register: Register, as name: String) -> Bool {
        if let own = registers[name], !register.isNewer(than: own) { return false }
        registers[name] = register
        return true
    }

    /// The times at which the values were set.
    package var times: Set<HybridTime> { Set(registers.values.lazy.map(\.time)) }

    /// The latest time of a value; `nil` if there are no values.
    package var latestTime: HybridTime? { registers.values.lazy.map(\.time).max() }

    // MARK: Who has it

    /// Whether the album is in the shared library: a machine has it from its own folders or lists, and nobody has removed it.
    package var isPresent: Bool { self[.removed] == nil && !holders.isEmpty }

    /// The machines that have the album from their own folders or lists, sorted by identifier.
    package var holders: [MachineID] {
        registers.compactMap { name, register in
            register.value == nil || !Self.isHolder(name)
                ? nil : MachineID(rawValue: String(name.dropFirst(Self.holderPrefix.count)))
        }.sorted { $0.rawValue < $1.rawValue }
    }

    package func isHeld(by machine: MachineID) -> Bool { registers[Self.holderPrefix + machine.rawValue]?.value != nil }

    /// Notes whether a machine has the album from its own folders or lists. Only that machine does so, and a user who gives it up.
    package mutating func setHeld(_ isHeld: Bool, by machine: MachineID, at time: HybridTime) {
        registers[Self.holderPrefix + machine.rawValue] = Register(isHeld ? "1" : nil, at: time)
    }

    /// Restores what only a machine itself knows, after merging what a copy of its library or a user who has given it up says.
    ///
    /// - Parameters:
    ///   - own: The album before merging.
    ///   - time: Returns the time of the change.
    /// - Returns: Whether anything had to be restored.
    package mutating func restoreHold(of machine: MachineID, as own: SharedAlbum, at time: () throws -> Int64) rethrows -> Bool {
        guard isHeld(by: machine) != own.isHeld(by: machine) else { return false }
        setHeld(own.isHeld(by: machine), by: machine, at: HybridTime(ticks: try time(), machine: machine))
        return true
    }

    /// Whether a register says that a machine has the album.
    static func isHolder(_ name: String) -> Bool { name.hasPrefix(holderPrefix) }

    private static let holderPrefix = "on."
}

/// The fields of a shared album.
package enum SharedField: String, Sendable, CaseIterable {
    // What the source says.
    case title, artist, titleSortName, artistSortName, year, genre, coverURL, source, release
    // More of the release. Each has a register of its own, because earlier versions would drop values that they don't know from a register's.
    case barcode, originalYear, reissue
    /// As JSON.
    case composers, conductors, discSubtitles
    /// The list of tracks as JSON, or only their number.
    case tracks
    // What the library and the user say.
    case added, editedTitle, editedArtist, editedYear, editedGenre, chosenCover, removed

    /// Whether the album's folders and lists know nothing of the field.
    package var isOfLibrary: Bool {
        switch self {
        case .title, .artist, .titleSortName, .artistSortName, .year, .genre, .coverURL, .source, .tracks, .release,
            .barcode, .originalYear, .reissue, .composers, .conductors, .discSubtitles:
            false
        case .added, .editedTitle, .editedArtist, .editedYear, .editedGenre, .chosenCover, .removed: true
        }
    }

    /// Whether the value is JSON, of which a version may understand only a part.
    var isJSON: Bool {
        switch self {
        case .release, .tracks, .composers, .conductors, .discSubtitles: true
        default: false
        }
    }
}
