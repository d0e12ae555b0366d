import SleevesModel

@testable import SleevesSharing

/// Machines that share a collection by way of a server, without processes, threads or a network. The same acts always end the same.
struct Simulation {
    /// Something that happens. Numbers are taken modulo what there is, so that any list of acts can be performed.
    struct Act: Hashable, CustomStringConvertible {
        let kind: Kind
        let machine: Int
        let album: Int

        init(_ kind: Kind, _ machine: Int, _ album: Int) {
            (self.kind, self.machine, self.album) = (kind, machine, album)
        }

        enum Kind: CaseIterable {
            // What users do.
            case title, label, readAgain, rate, remove, bringBack, forget, stopSharing, share
            // What exchanges do.
            case connect, act, answer, receive, wake
            // Faults.
            case disconnect, loseAnswer, kill, lock, unlock, setAhead, setBack, setRight, runAhead
            case loseValue, damage, delete, copyServer, restoreServer, wipe, fill, empty, copyLibrary, cloneDisk, move, retire
        }

        var description: String { "Act(.\(kind), \(machine), \(album))" }
    }

    /// A machine: its library, and an exchange that a kill ends.
    private struct Machine {
        var library: SimulatedLibrary
        var queue = ExchangeQueue()
        var actions: [ExchangeQueue.Action] = []
        /// The action that waits for its answer, with the answer.
        var answer: [(ExchangeQueue.Item, SimulatedServer.Value?)]?
        var sent: [(ExchangeQueue.Item, SimulatedServer.Content, Result<UInt64, SimulatedServer.PutError>)]?
        var alarm: Int?
        /// The place where it reads on; `nil` while it isn't connected.
        var position: UInt64?
        var incarnation = 0
        /// The last revision when it compared everything.
        var listed: UInt64 = 0
        var isLocked = false
        /// The lead of its clock, in milliseconds.
        var skew: Int64 = 0
        /// Whether its edits must survive.
        var isRetired = false
        /// The greatest revision that it has seen, for a flaw.
        var remembered: UInt64 = 0
    }

    private struct Edit {
        let field: Field
        let value: String?
        let before: String?
        let machine: Int
    }

    private struct Field: Hashable {
        let album: AlbumID
        let name: String
    }

    private var machines: [Machine]
    private var server = SimulatedServer()
    private var time: Int64 = 1_700_000_000_000
    private var edits: [Edit] = []
    /// The first edit that a library discarded at once.
    private var discarded: String?
    private var number = 0
    private let flaw: SimulatedFlaw?

    private static let albums = (0..<5).map { AlbumID(digesting: ["album \($0)"]) }
    private static let fields = ["editedTitle", "release", "mood"]
    private static let machineLimit = 5

    init(flaw: SimulatedFlaw? = nil) {
        self.flaw = flaw
        machines = (0..<3).map { number in
            let id = SimulatedLibrary.machine(after: MachineID(rawValue: "0123456789abcdef")!, at: "\(number)")
            return Machine(library: SimulatedLibrary(id, at: "\(number)", isNewer: number == 2, flaw: flaw))
        }
    }

    // MARK: Acts

    static func acts(_ count: Int, seed: UInt64) -> [Act] {
        var random = RandomNumbers(seed: seed)
        // Exchanges do most, and faults end sooner than they begin: otherwise nothing is ever exchanged.
        let kinds = Act.Kind.allCases.flatMap { kind -> [Act.Kind] in
            switch kind {
            case .title, .label, .readAgain, .rate: Array(repeating: kind, count: 4)
            case .act, .answer, .receive: Array(repeating: kind, count: 40)
            case .connect: Array(repeating: kind, count: 15)
            case .unlock, .empty, .setRight, .wake: Array(repeating: kind, count: 5)
            case .share, .remove, .bringBack, .forget: Array(repeating: kind, count: 2)
            default: [kind]
            }
        }
        return (0..<count).map { _ in
            Act(random.pick(kinds), Int.random(in: 0..<60, using: &random), Int.random(in: 0..<60, using: &random))
        }
    }

    mutating func perform(_ act: Act) {
        time += Int64(1 + (act.machine * 7 + act.album * 13) % 997)
        number += 1
        let place = act.machine % machines.count
        guard !machines[place].isRetired else { return }
        let id = Self.albums[act.album % Self.albums.count]
        setClock(place)
        switch act.kind {
        case .title: edit(place, id, title: "title \(number)") { [number] in $0.edit(id, title: "title \(number)") }
        case .label: edit(place, id) { [number] in $0.add(id, label: "label \(number)") }
        case .readAgain:
            machines[place].library.readAgain()
            if machines[place].position != nil { change(place) { $0.change() } }
        case .rate: edit(place, id) { [number] in $0.rate(id, number) }
        case .remove: edit(place, id) { $0.remove(id) }
        case .bringBack: edit(place, id) { $0.bringBack(id) }
        case .forget: edit(place, id) { $0.forget(id) }
        case .stopSharing:
            machines[place].library.share(false)
            disconnect(place)
        case .share: edit(place, nil) { $0.share(true) }
        case .connect: connect(place)
        case .act: begin(place)
        case .answer: answer(place)
        case .receive: receive(place)
        case .wake: wake(place)
        case .disconnect: disconnect(place)
        case .loseAnswer: loseAnswer(place)
        case .kill: kill(place)
        case .lock: machines[place].isLocked = true
        case .unlock: machines[place].isLocked = false
        case .setAhead: machines[place].skew = 3_600_000
        case .setBack: machines[place].skew = -3_600_000
        case .runAhead: machines[place].skew = 200_000
        case .setRight: machines[place].skew = 0
        case .loseValue: server.lose(.album(id))
        case .damage: server.spoil(.album(id), isDeletion: false, at: serverTime)
        case .delete: server.spoil(.album(id), isDeletion: true, at: serverTime)
        case .copyServer: server.makeCopy()
        case .restoreServer: server.restore()
        case .wipe: server.wipe()
        case .fill: server.isFull = true
        case .empty: server.isFull = false
        case .copyLibrary:
            guard machines.count < Self.machineLimit else { return }
            var copy = Machine(library: machines[place].library)
            copy.library.place = "\(machines.count)"
            machines.append(copy)
        case .cloneDisk:
            guard machines.count < Self.machineLimit else { return }
            var clone = Machine(library: machines[place].library)
            clone.library.disk = machines.count
            machines.append(clone)
        case .move: machines[place].library.place += "'"
        case .retire:
            guard act.album % 4 == 0, machines.count(where: { !$0.isRetired }) > 2 else { return }
            machines[place].isRetired = true
        }
    }

    private var serverTime: Int64 { time * 1_000_000 + Int64(number) }
    private mutating func setClock(_ place: Int) { machines[place].library.now = time + machines[place].skew }

    /// Changes a library as its user does, and remembers which values that replaces.
    ///
    /// - Parameter title: The title that the album has then, if it is there.
    private mutating func edit(_ place: Int, _ id: AlbumID?, title: String? = nil, _ body: (inout SimulatedLibrary) -> Void) {
        let before = machines[place].library.registers
        body(&machines[place].library)
        if machines[place].position != nil { change(place) { $0.change() } }
        // Sharing again is no edit.
        guard let id else { return }
        let after = machines[place].library.registers[id]
        if let title, machines[place].library.albums[id] != nil, after?[.editedTitle] != title {
            discarded = discarded ?? "machine \(place) discards an edit"
        }
        for name in Self.fields {
            let (old, new) = (before[id]?.registers[name], after?.registers[name])
            guard new?.value != old?.value else { continue }
            edits.append(Edit(field: Field(album: id, name: name), value: new?.value, before: old?.value, machine: place))
        }
    }

    private mutating func change(_ place: Int, _ body: (inout ExchangeQueue) -> Void) {
        body(&machines[place].queue)
        for action in machines[place].queue.takeActions() {
            if case .wake(let number, _) = action { machines[place].alarm = number } else { machines[place].actions.append(action) }
        }
    }

    // MARK: The exchange

    private mutating func connect(_ place: Int) {
        guard machines[place].library.isOn else { return }
        if machines[place].position != nil, machines[place].incarnation == server.incarnation { return }
        machines[place].incarnation = server.incarnation
        machines[place].listed = server.lastRevision
        guard !machines[place].isLocked else {
            machines[place].position = server.lastRevision
            return change(place) { $0.connect() }
        }
        let listing = server.listing
        var index = machines[place].library.index
        if flaw == .remembers, listing.lastRevision >= machines[place].remembered {
            for (item, head) in listing.heads where head.revision.number <= machines[place].remembered {
                if index.heads[item] != nil { index.heads[item]!.revision = head.revision }
            }
            index.heads = index.heads.filter { listing.heads[$0.key] != nil || $0.value.revision == .none }
        }
        var start: UInt64 = 0
        change(place) { start = $0.compare(listing, with: index) }
        machines[place].position = start
        machines[place].remembered = max(machines[place].remembered, start)
    }

    private mutating func disconnect(_ place: Int) {
        machines[place].position = nil
        change(place) { $0.disconnect() }
    }

    private mutating func kill(_ place: Int) {
        machines[place].position = nil
        (machines[place].queue, machines[place].actions, machines[place].alarm) = (ExchangeQueue(), [], nil)
        (machines[place].answer, machines[place].sent) = (nil, nil)
    }

    /// Begins the next action: its request reaches the server, and the answer waits.
    private mutating func begin(_ place: Int) {
        guard machines[place].answer == nil, machines[place].sent == nil, !machines[place].actions.isEmpty else { return }
        let isConnected = machines[place].position != nil && machines[place].incarnation == server.incarnation
        switch machines[place].actions.removeFirst() {
        case .noteAbsent(let items): machines[place].answer = items.map { ($0, nil) }
        case .fetch(let items): machines[place].answer = isConnected ? items.map { ($0, server.values[$0]) } : []
        case .send(let items):
            machines[place].sent = []
            guard isConnected, !machines[place].isLocked else { return }
            for item in items {
                guard let content = machines[place].library.content(of: item) else { continue }
                let revision = machines[place].library.heads[item]?.revision.number ?? 0
                let result = Result { () throws(SimulatedServer.PutError) in
                    try server.put(content, item, expecting: revision, at: serverTime)
                }
                machines[place].sent!.append((item, content, result))
            }
        case .exchange(let cover): change(place) { $0.end([.cover(cover): .same]) }
        case .findWaiting:
            let items = machines[place].isLocked ? nil : machines[place].library.waitingItems
            change(place) { $0.find(items) }
        case .list:
            machines[place].position = nil
            change(place) { $0.disconnect() }
            connect(place)
        case .wake: break
        }
    }

    private mutating func answer(_ place: Int) {
        if let answer = machines[place].answer {
            machines[place].answer = nil
            let outcomes = merge(answer, place)
            change(place) { $0.end(outcomes) }
        } else if let sent = machines[place].sent {
            machines[place].sent = nil
            var outcomes: [ExchangeQueue.Item: ExchangeQueue.Outcome] = [:]
            for (item, content, result) in sent {
                switch result {
                case .success where machines[place].isLocked: outcomes[item] = .held(.library("locked"))
                case .success(let revision): outcomes[item] = machines[place].library.noteSent(item, content, revision)
                case .failure(.conflict): outcomes[item] = .differing
                case .failure(.full): outcomes[item] = .held(.refused("full"))
                }
            }
            change(place) { $0.end(outcomes) }
        }
    }

    private mutating func loseAnswer(_ place: Int) {
        guard machines[place].answer != nil || machines[place].sent != nil else { return }
        (machines[place].answer, machines[place].sent) = (nil, nil)
        change(place) { $0.end([:]) }
    }

    private mutating func receive(_ place: Int) {
        guard let position = machines[place].position, machines[place].incarnation == server.incarnation else { return }
        let values = server.values(after: position)
        machines[place].position = max(position, server.lastRevision)
        machines[place].remembered = max(machines[place].remembered, position)
        let outcomes = merge(values.map { ($0.0, $0.1) }, place)
        change(place) { queue in
            queue.receive(outcomes)
            queue.catchUp()
        }
    }

    private mutating func merge(
        _ entries: [(ExchangeQueue.Item, SimulatedServer.Value?)], _ place: Int
    ) -> [ExchangeQueue.Item: ExchangeQueue.Outcome] {
        guard !machines[place].isLocked else {
            guard flaw == .passesOver else { return Dictionary(entries.map { ($0.0, .held(.library("locked"))) }) { $1 } }
            machines[place].library.believe(entries)
            return Dictionary(entries.map { ($0.0, .same) }) { $1 }
        }
        let (outcomes, isCopy) = machines[place].library.merge(entries, listed: machines[place].listed)
        if isCopy { change(place) { $0.change() } }
        return outcomes
    }

    private mutating func wake(_ place: Int) {
        guard let alarm = machines[place].alarm else { return }
        machines[place].alarm = nil
        change(place) { $0.wake(alarm) }
    }

    // MARK: The end

    /// Ends all faults, lets everybody exchange everything, and returns what is wrong then; `nil` if nothing is.
    mutating func finish() -> String? {
        server.isFull = false
        let active = machines.indices.filter { !machines[$0].isRetired }
        for place in active {
            (machines[place].skew, machines[place].isLocked) = (0, false)
            kill(place)
            setClock(place)
            machines[place].library.share(true)
        }
        let putCount = server.putCount
        for round in 0..<12 {
            for place in active { perform(Act(.disconnect, place, round)) }
            for place in active { perform(Act(.connect, place, round)) }
            for _ in 0..<60 {
                for place in active {
                    for kind in [Act.Kind.receive, .act, .answer] { perform(Act(kind, place, 0)) }
                }
                if active.allSatisfy({ machines[$0].queue.isIdle && machines[$0].actions.isEmpty && isUpToDate($0) }) { break }
            }
            if round > 6, active.allSatisfy({ machines[$0].library.waitingItems.isEmpty }) { break }
        }
        if server.putCount - putCount > 40 * active.count * Self.albums.count { return "something is sent again and again" }
        return problem(active)
    }

    private func isUpToDate(_ place: Int) -> Bool { machines[place].position == server.lastRevision }

    private func problem(_ active: [Int]) -> String? {
        if let discarded { return discarded }
        let libraries = active.map { machines[$0].library }
        for (place, library) in zip(active, libraries) {
            if !library.waitingItems.isEmpty { return "machine \(place) waits" }
            // Nobody can mend what nobody has.
            let held = machines[place].queue.held.filter { item, reason in
                if reason == .damaged, case .album(let id) = item { return libraries.contains { $0.registers[id] != nil } }
                return true
            }
            if !held.isEmpty { return "machine \(place) holds \(held)" }
            if library.registers != libraries[0].registers { return "the registers of machines \(active[0]) and \(place) differ" }
            if Set(library.albums.keys) != Set(library.registers.filter(\.value.isPresent).keys) {
                return "machine \(place) has other albums"
            }
            for (id, album) in library.albums where SharedAlbum.values(of: album) != SharedAlbum.values(of: libraries[0].albums[id]!) {
                return "the albums of machines \(active[0]) and \(place) differ"
            }
            if !library.hasOwnHolds { return "machine \(place) holds other albums than it has" }
        }
        // Clones at one place are the same until they differ.
        let places = Dictionary(grouping: libraries, by: \.machine).mapValues { Set($0.map(\.place)) }
        if places.values.contains(where: { $0.count > 1 }) { return "two machines have one identifier" }
        // An edit that was made with another before one's eyes replaces it.
        var replaced: [Field: Set<String?>] = [:]
        var made: Set<Field> = []
        let before = Dictionary(edits.map { (Value(field: $0.field, value: $0.value), $0.before) }) { first, _ in first }
        for edit in edits where active.contains(edit.machine) {
            made.insert(edit.field)
            var (value, steps) = (edit.before, 0)
            while replaced[edit.field, default: []].insert(value).inserted, steps < edits.count, value != nil {
                value = before[Value(field: edit.field, value: value)] ?? nil
                steps += 1
            }
        }
        for field in made {
            let value = libraries[0].registers[field.album]?.registers[field.name]?.value
            if replaced[field]?.contains(value) == true { return "\(field.name) is \(value ?? "nil") again, which was replaced" }
        }
        return nil
    }

    private struct Value: Hashable {
        let field: Field
        let value: String?
    }

    // MARK: Runs

    /// Performs acts, and returns what is wrong at the end; `nil` if nothing is.
    static func run(_ acts: [Act], flaw: SimulatedFlaw? = nil) -> String? {
        var simulation = Simulation(flaw: flaw)
        for act in acts { simulation.perform(act) }
        return simulation.finish()
    }

    /// Returns as few of the acts as possible with which something is still wrong.
    static func reduced(_ acts: [Act], flaw: SimulatedFlaw? = nil) -> [Act] {
        var acts = acts
        let kind = run(acts, flaw: flaw)?.split(separator: " ").last
        var size = acts.count / 2
        while size > 0 {
            var start = 0
            while start < acts.count {
                let fewer = Array(acts[..<start] + acts[min(start + size, acts.count)...])
                if let problem = run(fewer, flaw: flaw), problem.split(separator: " ").last == kind { acts = fewer } else { start += size }
            }
            size /= 2
        }
        return acts
    }
}
