package import SleevesModel

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

    /// Whether another copy of the album has a value with a machine's identifier that the machine, whose copy this is, hasn't set.
    package func lacksValue(of machine: MachineID, in other: SharedAlbum) -> Bool {
        other.registers.contains { name, register in
            register.time.machine == machine && registers[name].map { register.isNewer(than: $0) } ?? true
        }
    }

    /// Whether a register says that a machine has the album.
    static func isHolder(_ name: String) -> Bool { name.hasPrefix(holderPrefix) }

    private static let holderPrefix = "on."
}

/// A field of a shared album, by the name of its register.
package struct SharedField: Sendable, Hashable {
    package let rawValue: String
    /// Whether the album's folders and lists know nothing of the field.
    package let isOfLibrary: Bool
    /// Whether the value is JSON, of which a version may understand only a part.
    let isJSON: Bool

    private init(_ name: String, isOfLibrary: Bool = false, isJSON: Bool = false) {
        (rawValue, self.isOfLibrary, self.isJSON) = (name, isOfLibrary, isJSON)
    }

    // What the source says.
    package static let title = SharedField("title")
    package static let artist = SharedField("artist")
    package static let titleSortName = SharedField("titleSortName")
    package static let artistSortName = SharedField("artistSortName")
    package static let year = SharedField("year")
    package static let genre = SharedField("genre")
    package static let coverURL = SharedField("coverURL")
    package static let source = SharedField("source")
    /// The values of a release that the first version to share albums knew, as JSON. The others have registers of their own.
    package static let release = SharedField("release", isJSON: true)
    /// The values of the release with registers of their own.
    private static let ofRelease = ReleaseField.allCases.filter { $0.sharing == .byItself }.map { SharedField($0) }
    private static let editsOfRelease = ReleaseField.edited.map { SharedField(editing: $0) }
    package static let discSubtitles = SharedField("discSubtitles", isJSON: true)
    /// The list of tracks as JSON, or only their number.
    package static let tracks = SharedField("tracks", isJSON: true)
    // What the library and the user say.
    package static let added = SharedField("added", isOfLibrary: true)
    package static let editedTitle = SharedField("editedTitle", isOfLibrary: true)
    package static let editedArtist = SharedField("editedArtist", isOfLibrary: true)
    package static let editedYear = SharedField("editedYear", isOfLibrary: true)
    package static let editedGenre = SharedField("editedGenre", isOfLibrary: true)
    package static let host = SharedField("host", isOfLibrary: true)
    package static let chosenCover = SharedField("chosenCover", isOfLibrary: true)
    package static let removed = SharedField("removed", isOfLibrary: true)

    /// The fields that every album has.
    package static let all: [SharedField] =
        [
            .title, .artist, .titleSortName, .artistSortName, .year, .genre, .coverURL, .source, .release, .discSubtitles, .tracks, .added,
            .editedTitle, .editedArtist, .editedYear, .editedGenre, .host, .chosenCover, .removed,
        ] + ofRelease + editsOfRelease
    private static let named = Dictionary(uniqueKeysWithValues: all.map { ($0.rawValue, $0) })

    /// Returns the field of a register; `nil` if this version doesn't know it.
    package init?(rawValue: String) {
        if let field = Self.named[rawValue] {
            self = field
        } else if let (copy, name) = CopyEdits.value(named: rawValue) {
            self = .copy(copy, name)
        } else {
            return nil
        }
    }

    /// Creates the field of a value of the release.
    init(_ field: ReleaseField) { self.init(field.name, isJSON: field.isList) }

    /// Creates the field of a value of the release that the user has edited.
    init(editing field: ReleaseField) {
        self.init(field.editedName, isOfLibrary: true)
    }

    // MARK: Copies

    /// Returns the field of what the user says of a copy.
    package static func copy(_ copy: CopyID, _ name: String) -> SharedField {
        SharedField(CopyEdits.sharedName(copy, name), isOfLibrary: true)
    }
}
