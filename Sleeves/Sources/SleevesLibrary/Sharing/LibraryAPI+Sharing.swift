public import SleevesSharing
internal import SleevesStore

extension LibraryAPI {
    /// Begins to share the library with other machines, or changes how it is shared.
    ///
    /// Albums that others have removed since stay removed; of values that both have, those on the server win at the first time.
    @concurrent
    public func share(_ settings: SharingSettings) async throws(PersistencyError) {
        try persistency.share(settings)
        sharing.noteChanges()
    }

    /// Stops sharing. The library keeps all albums, and the server what was sent to it.
    @concurrent
    public func stopSharing() async throws(PersistencyError) {
        try persistency.stopSharing()
        sharing.noteChanges()
    }

    /// Gives up machines that never come back. Albums that no other machine has leave the collection.
    ///
    /// - Parameter name: The name of a machine, or its identifier.
    /// - Returns: The number of machines with that name, and of albums that leave.
    @concurrent
    public func forgetMachine(_ name: String) async throws(PersistencyError) -> (machines: Int, albums: Int) {
        let forgotten = try persistency.forgetMachine(name)
        if forgotten.machines > 0 { announceChange() }
        return forgotten
    }

    /// Returns how the library is shared.
    @concurrent
    public func sharingInformation() async throws(PersistencyError) -> SharingInformation? {
        guard let record = try persistency.sharing() else { return nil }
        return SharingInformation(
            settings: record.settings, machine: record.machine, isOn: record.isOn, waitingCount: record.waitingCount,
            waitingSince: record.waitingCount > 0 ? try persistency.waitingSince() : nil, otherMachines: record.otherMachines)
    }

    /// Returns the names of the machines that an album's files are on; empty if this machine has them itself, or the album needs none.
    public func machines(of id: AlbumID) throws(PersistencyError) -> [String] {
        try persistency.machines(of: id)
    }

    /// Updates what shows albums that other machines have changed.
    func tell(_ merge: SharingMerge) {
        guard !merge.albums.isEmpty else { return }
        announceChange()
        for id in merge.covers { covers.renew(id) }
    }
}

/// The state of a library's sharing.
public struct SharingInformation: Sendable, Hashable {
    /// The server and the name of this machine.
    public let settings: SharingSettings
    /// The identifier of this machine.
    public let machine: MachineID
    /// Whether the library is shared. Otherwise, it was once.
    public let isOn: Bool
    /// The number of albums whose changes the server doesn't have yet.
    public let waitingCount: Int
    /// The time of the oldest of these changes, in seconds since 1970; `nil` if none waits.
    public let waitingSince: Int64?
    /// The other machines, by their names.
    public let otherMachines: [OtherMachine]

    /// The names of the other machines. The identifier follows a name that another machine or this one has, too.
    public var otherNames: [String] {
        let names = [settings.machineName] + otherMachines.map(\.name)
        return otherMachines.map { other in names.count(where: { $0 == other.name }) > 1 ? "\(other.name) (\(other.id))" : other.name }
    }
}
