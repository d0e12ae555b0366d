import SleevesModel

@testable import SleevesSharing

/// The library of a machine as a value, with what it has on its disk. Each function is one transaction.
struct SimulatedLibrary {
    var machine: MachineID
    /// Its place, and that of when it was shared last.
    var place: String
    /// The number of its disk among those that were cloned, from which its next identifier follows.
    var disk = 0
    private var sharedPlace: String
    /// Whether its version knows more fields.
    let isNewer: Bool
    private(set) var isOn = true
    private(set) var albums: [AlbumID: CompleteAlbum] = [:]
    /// The labels in the files that it has, also those of removed albums.
    private var files: [AlbumID: String] = [:]
    private var overruled: [AlbumID: OverruledValues] = [:]
    private var borrowed: Set<AlbumID> = []
    private var removed: Set<AlbumID> = []
    private(set) var registers: [AlbumID: SharedAlbum] = [:]
    private(set) var heads: [ExchangeQueue.Item: OwnIndex.Head] = [:]
    private var clock = HybridClock()
    private let flaw: SimulatedFlaw?
    /// The computer's clock, in milliseconds.
    var now: Int64 = 0

    init(_ machine: MachineID, at place: String, isNewer: Bool, flaw: SimulatedFlaw?) {
        (self.machine, self.place, self.sharedPlace, self.isNewer, self.flaw) = (machine, place, place, isNewer, flaw)
    }

    // MARK: The user

    mutating func edit(_ id: AlbumID, title: String) {
        guard var album = albums[id] else { return }
        if album.unedited == nil { album.unedited = SourceValues(album.album) }
        album.edits = AlbumEdits(title: title)
        album.edits!.apply(to: &album.album)
        albums[id] = album
        stamp(id)
    }

    /// Imports an album again, with another release. One that was removed is left out.
    mutating func add(_ id: AlbumID, label: String) {
        files[id] = label
        guard !removed.contains(id) else { return }
        var album = albums[id]?.sourceRecord ?? CompleteAlbum(AlbumRecord(id: id, title: "Album", artist: "Artist", source: .json))
        album.release = ReleaseRecord(labels: [label])
        if let present = albums[id] {
            if flaw != .readsAgain { overruled[id, default: OverruledValues()].replace(in: &album, from: present) }
            if let edits = present.edits {
                (album.edits, album.unedited) = (edits, SourceValues(album.album))
                edits.apply(to: &album.album)
            }
        }
        albums[id] = album
        borrowed.remove(id)
        stamp(id)
    }

    /// Reads all files again, though they haven't changed.
    mutating func readAgain() {
        for id in files.keys.sorted(by: { $0.rawValue < $1.rawValue }) { add(id, label: files[id]!) }
    }

    /// Sets what only newer versions know: a register, and a key in the release.
    mutating func rate(_ id: AlbumID, _ rating: Int) {
        guard isNewer, albums[id] != nil, var shared = registers[id] else { return }
        let time = HybridTime(ticks: tick(), machine: machine)
        shared.merge(SharedAlbum.Register("\(rating)", at: time), as: "mood")
        if let release = shared[.release], case .object(var object)? = JSONValue(release) {
            object["rating"] = .integer(Int64(rating))
            shared.set(.release, to: try? StoredJSON.encode(JSONValue.object(object)), at: time)
        }
        save(shared, id)
    }

    mutating func remove(_ id: AlbumID) {
        guard albums.removeValue(forKey: id) != nil else { return }
        removed.insert(id)
        stamp(id)
    }

    mutating func bringBack(_ id: AlbumID) {
        guard removed.remove(id) != nil else { return }
        if files[id] != nil { borrowed.remove(id) }
        albums[id] = registers[id]?.newAlbum(id) ?? CompleteAlbum(AlbumRecord(id: id, title: "Album", artist: "Artist", source: .json))
        stamp(id)
    }

    /// Forgets the folder that the album came from.
    mutating func forget(_ id: AlbumID) {
        files[id] = nil
        guard albums[id] != nil, !borrowed.contains(id) else { return }
        albums[id] = nil
        stamp(id)
    }

    mutating func share(_ isOn: Bool) {
        // While it is shared, each change is stamped when it is made.
        if isOn, !self.isOn { stampAll() }
        self.isOn = isOn
    }

    // MARK: Stamps

    private mutating func tick() -> Int64 {
        if flaw == .believesItsClock { clock = HybridClock() }
        return clock.tick(at: now)
    }

    private mutating func save(_ album: SharedAlbum, _ id: AlbumID) {
        registers[id] = album
        heads[.album(id), default: OwnIndex.Head(revision: .none, isWaiting: true)].isWaiting = true
    }

    private func local(_ id: AlbumID) -> LocalAlbum {
        if let album = albums[id] { return .present(album, isBorrowed: borrowed.contains(id)) }
        return removed.contains(id) ? .removed : .absent
    }

    private mutating func stamp(_ id: AlbumID) {
        stamp(id, at: HybridTime(ticks: tick(), machine: machine))
    }

    private mutating func stampAll() {
        let time = HybridTime(ticks: tick(), machine: machine)
        for id in Set(albums.keys).union(registers.keys) {
            stamp(id, at: registers[id] == nil ? HybridTime(ticks: 0, machine: machine) : time)
        }
    }

    private mutating func stamp(_ id: AlbumID, at time: HybridTime) {
        let known = registers[id]
        var shared = known ?? SharedAlbum()
        let mustFollow = shared.stamp(local(id), at: time)
        if flaw == .encodesAgain, let album = albums[id] {
            for (field, value) in SharedAlbum.values(of: album) where shared[field] != value { shared.set(field, to: value, at: time) }
        }
        if shared.isHeld(by: machine) { borrowed.remove(id) }
        if shared != known, known != nil || !shared.registers.isEmpty { save(shared, id) }
        if mustFollow {
            apply(shared, id)
            hold(shared, id)
        }
    }

    /// Notes that it has an album itself, if the registers don't say so.
    @discardableResult
    private mutating func hold(_ shared: SharedAlbum, _ id: AlbumID) -> Bool {
        guard flaw != .comesBackUnheld, !shared.isHeld(by: machine), !borrowed.contains(id), albums[id] != nil else { return false }
        var held = shared
        held.setHeld(true, by: machine, at: HybridTime(ticks: tick(), machine: machine))
        save(held, id)
        return true
    }

    private mutating func apply(_ shared: SharedAlbum, _ id: AlbumID) {
        if shared[.removed] != nil {
            if albums.removeValue(forKey: id) != nil { removed.insert(id) }
        } else if !shared.isPresent {
            if borrowed.remove(id) != nil { albums[id] = nil }
        } else {
            if albums[id] == nil {
                removed.remove(id)
                albums[id] = shared.newAlbum(id)
                if let label = files[id] {
                    albums[id]?.release = ReleaseRecord(labels: [label])
                    borrowed.remove(id)
                } else if albums[id] != nil, !shared.isHeld(by: machine) {
                    borrowed.insert(id)
                }
            }
            if let own = albums[id] {
                var album = own
                shared.apply(to: &album)
                if !borrowed.contains(id) { overruled[id, default: OverruledValues()].note(own, becoming: album) }
                albums[id] = album
            }
        }
    }

    // MARK: The exchange

    var index: OwnIndex {
        var index = OwnIndex()
        index.heads = heads
        index.heads[.machine(machine), default: OwnIndex.Head(revision: .none, isWaiting: true)].isWaiting = describedPlace != place
        return index
    }

    private var describedPlace: String?

    var waitingItems: [ExchangeQueue.Item] {
        heads.filter { $0.value.isWaiting }.map(\.key).sorted() + (describedPlace == place ? [] : [.machine(machine)])
    }

    func content(of item: ExchangeQueue.Item) -> SimulatedServer.Content? {
        switch item {
        case .album(let id): heads[item]?.isWaiting == true ? registers[id].map { .album($0) } : nil
        case .machine: item == .machine(machine) ? .machine(place) : nil
        case .cover: nil
        }
    }

    mutating func noteSent(_ item: ExchangeQueue.Item, _ content: SimulatedServer.Content, _ revision: UInt64) -> ExchangeQueue.Outcome {
        if case .machine(let place) = content { (describedPlace, sharedPlace) = (place, place) }
        guard revision > heads[item]?.revision.number ?? 0 else { return heads[item]?.isWaiting == true ? .waiting : .same }
        var isWaiting = false
        if case .album(let id) = item, case .album(let album) = content { isWaiting = registers[id] != album }
        heads[item] = OwnIndex.Head(revision: SharedRevision(revision, at: 0), isWaiting: isWaiting)
        return isWaiting ? .waiting : .same
    }

    /// - Parameter listed: The last revision when everything was compared.
    /// - Returns: The outcomes, and whether it has found that it is a copy.
    mutating func merge(_ entries: [(ExchangeQueue.Item, SimulatedServer.Value?)], listed: UInt64) -> (
        outcomes: [ExchangeQueue.Item: ExchangeQueue.Outcome], Bool
    ) {
        var outcomes: [ExchangeQueue.Item: ExchangeQueue.Outcome] = [:]
        var isCopy = false
        for (item, value) in entries {
            let revision = value?.revision ?? .none
            switch (item, value?.content ?? .deleted) {
            case (.album(let id), .album(let album)):
                let own = registers[id] ?? SharedAlbum()
                if revision.number > listed, flaw != .fightsItsTwin, own.lacksValue(of: machine, in: album) {
                    isCopy = true
                    let former = machine
                    takeNewIdentifier()
                    giveUp(former)
                }
                outcomes[item] = merge(album, id, revision)
            case (.album(let id), _):
                let isKnown = registers[id] != nil
                if isKnown { heads[item] = OwnIndex.Head(revision: revision, isWaiting: true) }
                outcomes[item] = isKnown ? .waiting : value?.content == .damaged ? .held(.damaged) : .same
            case (.machine(let id), let content) where id == machine:
                heads[item] = OwnIndex.Head(revision: revision, isWaiting: false)
                describedPlace = if case .machine(let place) = content { place } else { nil }
                if let other = describedPlace, other != place, sharedPlace == place, flaw != .keepsItsIdentifier {
                    isCopy = true
                    takeNewIdentifier()
                    outcomes[item] = .same
                } else {
                    outcomes[item] = describedPlace == place ? .same : .waiting
                }
            default:
                heads[item] = value.map { _ in OwnIndex.Head(revision: revision, isWaiting: false) }
                outcomes[item] = .same
            }
        }
        return (outcomes, isCopy)
    }

    private mutating func takeNewIdentifier() {
        machine = Self.machine(after: machine, at: disk == 0 ? place : "\(place) \(disk)")
        (describedPlace, sharedPlace) = (nil, place)
        stampAll()
    }

    private mutating func giveUp(_ former: MachineID) {
        let time = HybridTime(ticks: tick(), machine: machine)
        for (id, var shared) in registers where shared.isHeld(by: machine) && shared.isHeld(by: former) {
            shared.setHeld(false, by: former, at: time)
            save(shared, id)
        }
    }

    private mutating func merge(_ other: SharedAlbum, _ id: AlbumID, _ revision: SharedRevision) -> ExchangeQueue.Outcome {
        let own = registers[id]
        var merged = own ?? SharedAlbum()
        var hasChanged = merged.merge(other)
        if hasChanged { clock.observe(other.latestTime?.ticks ?? 0) }
        if let own, merged.restoreHold(of: machine, as: own, at: { tick() }) { hasChanged = true }
        registers[id] = merged
        heads[.album(id)] = OwnIndex.Head(revision: revision, isWaiting: merged != other)
        guard hasChanged else { return merged != other ? .waiting : .same }
        apply(merged, id)
        return hold(merged, id) || merged != other ? .waiting : .same
    }

    /// Does as an exchange did that believed to have read what it couldn't store.
    mutating func believe(_ entries: [(ExchangeQueue.Item, SimulatedServer.Value?)]) {
        for (item, value) in entries {
            if let value { heads[item] = OwnIndex.Head(revision: value.revision, isWaiting: heads[item]?.isWaiting ?? false) }
        }
    }

    /// Whether it holds exactly the albums that it has itself.
    var hasOwnHolds: Bool {
        registers.allSatisfy { id, shared in
            shared[.removed] != nil || shared.isHeld(by: machine) == (albums[id] != nil && !borrowed.contains(id))
        }
    }

    static func machine(after machine: MachineID, at place: String) -> MachineID {
        MachineID(rawValue: String(AlbumID(digesting: [machine.rawValue, place]).rawValue.prefix(16)))!
    }
}

/// A fault that an exchange had before, for which the simulation must find a run.
enum SimulatedFlaw: String, CaseIterable {
    /// Believes that the server has what it has read or sent once, as long as its revisions go on.
    case remembers
    /// Passes over what comes while the database is locked.
    case passesOver
    /// Orders changes by the computer's clock alone.
    case believesItsClock
    /// Writes registers again that it doesn't understand.
    case encodesAgain
    /// Shares the identifier of the library that it is a copy of.
    case keepsItsIdentifier
    /// Sets no register when an album comes back from its files.
    case comesBackUnheld
    /// Restores what another library with the same identifier and place replaces, whenever it does.
    case fightsItsTwin
    /// Says again what its files have said before, when it reads them again.
    case readsAgain
}
