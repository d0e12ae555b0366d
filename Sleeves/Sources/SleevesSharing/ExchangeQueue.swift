package import SleevesModel

/// A queue of what two sides of a shared collection have to exchange: the state machine of a machine's exchange with a server.
///
/// Each event changes the state and adds ``Action``s, which the exchange performs in order. The queue doesn't access the library, the network
/// or a clock, so a simulation can try it without them.
///
/// 1. With each connection, ``compare(_:with:)`` compares what the server has with what the machine has seen of it. Nothing is believed to be
///    on the server because it was sent once.
/// 2. What differs is fetched and merged, what is missing or newer here is sent, in batches, one at a time.
/// 3. What can't be merged or sent is held, with the reason, and retried: after a delay that grows, and with each comparison.
///
/// ## Behavior
/// - An item that is sent and conflicts is fetched, merged and sent again.
/// - An item that is held never stops others.
/// - If the server refuses to store anything, one item is tried at a time until it accepts one.
///
/// - Complexity: Events are O(1) for each of their items. A comparison is O(*n*) in the number of keys on both sides.
package struct ExchangeQueue: Sendable {
    /// Something that machines exchange.
    package enum Item: Sendable, Hashable {
        case album(AlbumID)
        case machine(MachineID)
        case cover(CoverDigest)
    }

    /// An action for the exchange. It reports the results of the first four to ``end(_:)``, for all of their items.
    package enum Action: Sendable, Hashable {
        /// Note that the server has no value of these.
        case noteAbsent([Item])
        /// Fetch the server's values and merge them.
        case fetch([Item])
        /// Send the values that wait, with the revisions that are expected on the server.
        case send([Item])
        /// Send the pieces of a cover that the server lacks, or fetch the cover if this machine lacks it.
        case exchange(CoverDigest)
        /// Find out which values wait, and report them to ``find(_:)``.
        case findWaiting
        /// List the keys of the server, and compare again.
        case list
        /// Call ``wake(_:)`` with a number after a delay.
        case wake(Int, after: Duration)
    }

    /// The outcome of an action for an item.
    package enum Outcome: Sendable, Hashable {
        /// Both sides have the same.
        case same
        /// This machine has what the server doesn't have.
        case waiting
        /// The server has another revision than expected, or one that wasn't merged.
        case differing
        /// It can't be merged or sent.
        case held(HoldReason)
    }

    private enum Phase {
        case offline
        /// Connected, but not compared.
        case connected
        case compared
    }

    /// The number of items in a batch.
    package static let batch = 256
    /// More items than these are read from the stream, beginning with the oldest, rather than looked up.
    static let lookupLimit = 64
    private static let (firstDelay, lastDelay) = (Duration.seconds(5), Duration.seconds(300))
    /// The time between two comparisons of everything while nothing is held: a server may lose values without a word.
    private static let comparisonPeriod = Duration.seconds(900)

    /// The held things, with the reasons.
    package private(set) var held: [Item: HoldReason] = [:]
    /// The sizes of the pieces of covers on the server, as far as is known.
    package private(set) var pieces: [CoverDigest: [Int: Int]] = [:]
    private var actions: [Action] = []
    private var phase = Phase.offline
    private var absent = Line()
    private var differing = Line()
    private var waiting = Line()
    private var covers = Line()
    /// The values that the stream will bring.
    private var expected: Set<Item> = []
    private var mustFind = false
    private var mustFindLater = false
    /// The running action.
    private var current: Action?
    /// The number of the last alarm, and whether it is for what is held.
    private var alarm = (number: 0, isSet: false, isForHeld: false)
    private var delay = firstDelay

    package init() {}

    /// Removes and returns the actions.
    package mutating func takeActions() -> [Action] {
        defer { actions = [] }
        return actions
    }

    /// Whether the server was reached.
    package var isOnline: Bool { phase != .offline }

    /// Whether everything has been compared, fetched and sent, except for what is held.
    package var isIdle: Bool {
        phase == .compared && current == nil && !mustFind && expected.isEmpty
            && [absent, differing, waiting, covers].allSatisfy(\.isEmpty)
    }

    // MARK: The connection

    /// Compares what the server has with what this machine has seen of it, after connecting.
    ///
    /// - Returns: The revision after which the stream is to be read.
    package mutating func compare(_ server: ServerListing, with own: OwnIndex) -> UInt64 {
        reset(.compared)
        held = [:]
        pieces = server.pieces
        var least = server.lastRevision
        for (item, head) in server.heads.sorted(by: { $0.value.revision.number < $1.value.revision.number }) {
            let known = own.heads[item]
            if let known, known.revision == head.revision {
                if known.isWaiting { waiting.append(item) }
            } else if known != nil || !head.isDeleted {
                differing.append(item)
                least = min(least, head.revision.number - 1)
            }
        }
        for item in own.heads.keys.filter({ server.heads[$0] == nil }).sorted() { absent.append(item) }
        for (cover, size) in own.covers.sorted(by: { $0.key.rawValue < $1.key.rawValue })
        where size == nil || !missingPieces(of: cover, size: size!).isEmpty { covers.append(.cover(cover)) }
        defer { proceed() }
        guard differing.count > Self.lookupLimit else { return server.lastRevision }
        expected = differing.takeAll()
        return least
    }

    /// Notes that the server was reached, but not compared.
    package mutating func connect() {
        reset(.connected)
        setAlarm()
    }

    /// Notes that the connection was lost, or that the bucket can't be used.
    package mutating func disconnect() {
        reset(.offline)
    }

    private mutating func reset(_ phase: Phase) {
        self.phase = phase
        (absent, differing, waiting, covers, expected, mustFind) = (Line(), Line(), Line(), Line(), [], false)
    }

    // MARK: Results

    /// Notes what became of values that the stream has brought.
    package mutating func receive(_ outcomes: [Item: Outcome]) {
        for item in outcomes.keys { expected.remove(item) }
        note(outcomes)
        proceed()
    }

    /// Notes that the stream had nothing more.
    package mutating func catchUp() {
        for item in expected.sorted() { differing.append(item) }
        expected = []
        proceed()
    }

    /// Notes what became of the items of the running action. Those without an outcome are held.
    package mutating func end(_ outcomes: [Item: Outcome]) {
        let action = current
        current = nil
        note(outcomes)
        for item in action?.items ?? [] where outcomes[item] == nil { held[item] = .server }
        switch action {
        case .send, .exchange:
            // The server accepts values again.
            if outcomes.values.contains(.same) { retryHeld { !$0.isOfOneItem } }
        case .fetch:
            if outcomes.values.contains(where: { $0 != .held(.server) }) { retryHeld { $0 == .server } }
        default: break
        }
        proceed()
    }

    /// Notes that values have changed here.
    package mutating func change() {
        mustFind = true
        proceed()
    }

    /// Notes the values that wait; `nil` if the library can't be read at the moment.
    package mutating func find(_ items: [Item]?) {
        current = nil
        // One that is held waits for its next attempt, unless it may have become smaller.
        for item in items ?? [] where held[item] == nil || held[item] == .tooLarge { waiting.append(item) }
        mustFindLater = items == nil
        proceed()
    }

    /// Notes that the server has a piece of a cover.
    package mutating func notePiece(_ number: Int, of cover: CoverDigest, size: Int) {
        pieces[cover, default: [:]][number] = size
    }

    /// Returns the numbers of the pieces that the server lacks, the first one last.
    package func missingPieces(of cover: CoverDigest, size: Int) -> [Int] {
        let known = pieces[cover] ?? [:]
        return CoverPieces.sizes(of: size).enumerated().filter { known[$0.offset] != $0.element }.map(\.offset).reversed()
    }

    /// Retries what is held, or compares everything again.
    ///
    /// - Parameter number: The number of the alarm. An earlier one than the last does nothing.
    package mutating func wake(_ number: Int) {
        guard number == alarm.number else { return }
        alarm.isSet = false
        guard phase == .compared, isPatient else {
            if phase != .offline { actions.append(.list) }
            return setAlarm()
        }
        delay = min(delay * 2, Self.lastDelay)
        if mustFindLater { mustFind = true }
        var hasProbe = false
        retryHeld { reason in
            if reason.isOfOneItem { return true }
            defer { hasProbe = true }
            return !hasProbe
        }
        proceed()
    }

    /// Whether something is retried later.
    private var isPatient: Bool { !held.isEmpty || mustFindLater }

    private mutating func retry(_ item: Item) {
        if case .cover = item { covers.append(item) } else { differing.append(item) }
    }

    private mutating func retryHeld(where isRetried: (HoldReason) -> Bool) {
        for item in held.keys.sorted() where isRetried(held[item]!) { retry(item) }
    }

    private mutating func note(_ outcomes: [Item: Outcome]) {
        for item in outcomes.keys.sorted() {
            held[item] = nil
            switch outcomes[item]! {
            case .same: break
            case .waiting: waiting.append(item)
            case .differing: retry(item)
            case .held(let reason): held[item] = reason
            }
        }
    }

    // MARK: Work

    /// Begins the next action, if none is running.
    private mutating func proceed() {
        if !isPatient { delay = Self.firstDelay }
        guard phase == .compared else { return }
        setAlarm()
        // What is merged first need not be sent twice.
        guard current == nil, expected.isEmpty else { return }
        let action: Action
        if !absent.isEmpty {
            action = .noteAbsent(absent.take(Self.batch))
        } else if !differing.isEmpty {
            action = .fetch(differing.take(Self.lookupLimit))
        } else if mustFind {
            mustFind = false
            action = .findWaiting
        } else if !waiting.isEmpty {
            action = .send(waiting.take(Self.batch))
        } else if case .cover(let cover)? = covers.take(1).first {
            action = .exchange(cover)
        } else {
            return
        }
        current = action
        actions.append(action)
    }

    private mutating func setAlarm() {
        let isForHeld = phase != .compared || isPatient
        guard phase != .offline, !alarm.isSet || isForHeld && !alarm.isForHeld else { return }
        alarm = (alarm.number + 1, true, isForHeld)
        actions.append(.wake(alarm.number, after: isForHeld ? delay : Self.comparisonPeriod))
    }

    /// Items in the order in which they came, each once.
    private struct Line: Sendable {
        private var items: [Item] = []
        private var start = 0
        private var contained: Set<Item> = []

        var isEmpty: Bool { contained.isEmpty }
        var count: Int { contained.count }

        mutating func append(_ item: Item) {
            if contained.insert(item).inserted { items.append(item) }
        }

        mutating func take(_ limit: Int) -> [Item] {
            let taken = Array(items[start...].prefix(limit))
            contained.subtract(taken)
            start += taken.count
            if contained.isEmpty { (items, start) = ([], 0) }
            return taken
        }

        mutating func takeAll() -> Set<Item> {
            defer { self = Line() }
            return contained
        }
    }
}

/// Albums come first, then machines and covers: the same events have the same results.
extension ExchangeQueue.Item: Comparable {
    private var order: (kind: Int, id: String) {
        switch self {
        case .album(let id): (0, id.rawValue)
        case .machine(let id): (1, id.rawValue)
        case .cover(let id): (2, id.rawValue)
        }
    }

    package static func < (left: Self, right: Self) -> Bool { left.order < right.order }
}

extension ExchangeQueue.Action {
    /// The items whose outcomes are expected.
    fileprivate var items: [ExchangeQueue.Item] {
        switch self {
        case .noteAbsent(let items), .fetch(let items), .send(let items): items
        case .exchange(let cover): [.cover(cover)]
        case .findWaiting, .list, .wake: []
        }
    }
}

/// The reason why something isn't exchanged.
package enum HoldReason: Sendable, Hashable {
    /// A newer version of Sleeves has written it.
    case newerVersion
    /// It isn't a value of Sleeves, or is damaged, and this machine has nothing in its place.
    case damaged
    /// It is larger than the server accepts.
    case tooLarge
    /// Pieces of a cover are missing on the server or damaged, and this machine doesn't have it.
    case incomplete
    /// The library can't be read or changed, for this reason.
    case library(String)
    /// The server refuses to store values, for this reason.
    case refused(String)
    /// The server doesn't answer.
    case server

    /// Whether other items may be exchanged all the same.
    var isOfOneItem: Bool {
        switch self {
        case .newerVersion, .damaged, .tooLarge, .incomplete, .library: true
        case .refused, .server: false
        }
    }
}
