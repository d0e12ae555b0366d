internal import Dispatch
internal import Heed
internal import HeedNATS
internal import Localization
internal import SleevesImporting
internal import SleevesModel
internal import SleevesSharing
internal import SleevesStore
internal import Synchronization

/// The exchange with one server: performs what ``ExchangeQueue`` decides.
///
/// 1. With each connection, the bucket lists its keys. The queue compares them with what the library has seen (``begin(_:)``).
/// 2. What arrives is merged into the library, a transaction for each batch (``receive(_:isCaughtUp:)``), while the next batch is decoded.
/// 3. One task performs the queue's actions, one after the other, and reports what became of them.
///
/// State and its protection: `queue`, `bucket`, `connection`, `observation` and `task`, by their locks; the rest is atomic.
final class SharingExchange: KeyValueReader, Sendable {
    let settings: SharingSettings
    let persistency: PersistencyManager
    private let sharing: WeakSharing
    private let queue = Mutex(ExchangeQueue())
    private let bucket = Mutex<KeyValueBucket?>(nil)
    private let connection = Mutex<Connection?>(nil)
    private let isEnded = Atomic(false)
    private let actions = AsyncStream.makeStream(of: ExchangeQueue.Action.self)
    private let observation = Mutex<ObservationToken?>(nil)
    private let task = Mutex<Task<Void, Never>?>(nil)
    /// Merges batches, one after the other. At most two wait.
    private let merging = DispatchQueue(label: "sleeves.sharing.merging", qos: .userInitiated)
    private let room = DispatchSemaphore(value: 2)
    /// The last revision when the keys were listed.
    private let lastListed = Atomic<UInt64>(0)

    /// A weak reference that is never assigned again.
    private struct WeakSharing: Sendable {
        weak let sharing: LibrarySharing?
    }

    init(_ record: SharingRecord, _ persistency: PersistencyManager, sharing: LibrarySharing) {
        settings = record.settings
        self.persistency = persistency
        self.sharing = WeakSharing(sharing: sharing)
    }

    deinit {
        actions.continuation.finish()
    }

    /// Changes the queue, and passes its actions on.
    @discardableResult
    func change<Value: Sendable>(_ body: (inout ExchangeQueue) -> Value) -> Value {
        let (value, new) = queue.withLock { queue in (body(&queue), queue.takeActions()) }
        for action in new { actions.continuation.yield(action) }
        showState()
        return value
    }

    /// Shows the state of the queue as it is when the status changes: calls of several threads may overtake each other.
    private func showState() {
        report { [self] status in
            let (isOnline, isIdle, held) = queue.withLock { ($0.isOnline, $0.isIdle, $0.held) }
            status.state = !isOnline ? .disconnected : isIdle ? .connected : .receiving
            if isIdle {
                status.problem = nil
                // Another process may have sent what this one has counted.
                if status.waitingCount > 0, let count = try? persistency.waitingCount() { status.waitingCount = count }
            } else if !isOnline, let problem = connection.withLock({ $0?.problem }) {
                status.problem = SharingText.problem(problem)
            }
            if status.heldItems != held { status.show(held, in: persistency) }
        }
    }

    private func report(_ body: @escaping @Sendable (inout LibrarySharing.Status) -> Void) {
        sharing.sharing?.update { [self] status in
            // The status belongs to the next exchange then.
            if !isEnded.load(ordering: .acquiring) { body(&status) }
        }
    }

    // MARK: Life

    func start() {
        do throws(ConnectionError) {
            let connection = try Connection(ConnectionOptions(settings))
            let bucket = KeyValueBucket(settings.collection, on: connection, reading: SharedKey.readKeys, listing: ">", by: self)
            self.bucket.withLock { $0 = bucket }
            self.connection.withLock { $0 = connection }
            observation.withLock { token in
                token = connection.observe(\.problem, initial: true) { [weak self] _ in self?.showState() }
            }
            let performing = Task { [weak self, actions] in
                await withTaskExecutorPreference(FileReadingExecutor()) {
                    for await action in actions.stream { await self?.perform(action, in: bucket) }
                }
            }
            task.withLock { $0 = performing }
        } catch {
            report { $0.problem = SharingText.problem(error) }
        }
    }

    func end() {
        isEnded.store(true, ordering: .releasing)
        let (bucket, task) = (bucket.withLock { $0 }, task.withLock { $0 })
        bucket?.close()
        observation.withLock { $0?.invalidate() }
        actions.continuation.finish()
        task?.cancel()
    }

    /// The number of messages that the server has sent since the last connection.
    var messageCount: Int { connection.withLock { $0?.receivedCount } ?? 0 }

    /// Sends what has changed here.
    func send() { change { $0.change() } }

    // MARK: Receiving

    func begin(_ status: KeyValueStatus) -> UInt64 {
        var listing = ServerListing(lastRevision: status.lastRevision)
        for head in status.heads { listing.add(head.key, SharedRevision(head.revision, at: head.time), size: head.size) }
        let (discards, foreignCount) = (status.discardsValues, listing.foreignCount)
        report { status in
            (status.problem, status.foreignCount, status.discardWarning) = (nil, foreignCount, discards ? SharingText.discards : nil)
        }
        lastListed.store(status.lastRevision, ordering: .releasing)
        // What is stored now is as late as what was stored last, at least.
        if let latest = status.heads.map(\.time).max() { compareClocks(latest, isAtLeast: true) }
        // The values that came by an earlier connection count.
        merging.sync {}
        do {
            let index = try persistency.ownIndex()
            return change { [listing] in $0.compare(listing, with: index) }
        } catch {
            report { $0.problem = error.description }
            change { $0.connect() }
            return status.lastRevision
        }
    }

    func receive(_ entries: [KeyValueEntry], isCaughtUp: Bool) {
        if let last = entries.last, last.revision > lastListed.load(ordering: .acquiring) { compareClocks(last.time, isAtLeast: false) }
        let decoded = DecodedEntries(entries.map(SharedEntry.init))
        room.wait()
        merging.async { [self] in
            let outcomes = merge(decoded)
            change { queue in
                queue.receive(outcomes)
                if isCaughtUp { queue.catchUp() }
            }
            room.signal()
        }
    }

    /// Compares this computer's clock with the server's.
    ///
    /// - Parameters:
    ///   - time: The server's clock now, in nanoseconds since 1970.
    ///   - isAtLeast: Whether it may be later.
    private func compareClocks(_ time: Int64, isAtLeast: Bool) {
        let lead = persistency.clock() - time / 1_000_000
        let isNotable = lead.magnitude > HybridTime.notableDifference && !(isAtLeast && lead > 0)
        report { $0.clockWarning = isNotable ? SharingText.clock(lead) : nil }
    }

    func interrupt(_ problem: ConnectionError?) {
        change { $0.disconnect() }
        report { $0.problem = problem.map(SharingText.problem) ?? $0.problem }
    }

    private func merge(_ entries: [SharedEntry]) -> [ExchangeQueue.Item: ExchangeQueue.Outcome] {
        merge(DecodedEntries(entries))
    }

    /// Merges values in one transaction.
    private func merge(_ decoded: DecodedEntries) -> [ExchangeQueue.Item: ExchangeQueue.Outcome] {
        let entries = decoded.entries
        guard !entries.isEmpty else { return [:] }
        do throws(PersistencyError) {
            let result = try persistency.mergeShared(decoded, listed: lastListed.load(ordering: .acquiring))
            sharing.sharing?.received.notify(result)
            let (newCount, leads) = (result.newCount, result.leads)
            report { [persistency] status in
                status.receivedCount += newCount
                status.show(leads, in: persistency)
            }
            sharing.sharing?.countWaiting()
            if result.isCopy { send() }
            return result.outcomes
        } catch {
            // One that can't be stored doesn't keep back the others. A lock or a full disk does.
            if entries.count > 1, ![.busy, .diskFull].contains(error.reason) {
                return entries.reduce(into: [:]) { outcomes, entry in outcomes.merge(merge([entry])) { $1 } }
            }
            let reason = HoldReason.library(error.description)
            return Dictionary(entries.compactMap { entry in ExchangeQueue.Item(entry.key).map { ($0, .held(reason)) } }) { $1 }
        }
    }

    // MARK: Performing

    private func perform(_ action: ExchangeQueue.Action, in bucket: KeyValueBucket) async {
        switch action {
        case .noteAbsent(let items):
            let outcomes = merge(items.map { SharedEntry(key: $0.key, value: [], revision: .none) })
            change { $0.end(outcomes) }
        case .fetch(let items):
            let outcomes = await fetch(items, from: bucket)
            change { $0.end(outcomes) }
        case .send(let items):
            let outcomes = await send(items, to: bucket)
            change { $0.end(outcomes) }
            sharing.sharing?.countWaiting()
        case .exchange(let cover):
            let outcome = await exchange(cover, with: bucket)
            change { $0.end([.cover(cover): outcome]) }
        case .findWaiting:
            let items = try? persistency.waitingItems()
            change { $0.find(items) }
        case .list: bucket.readAgain()
        case .wake(let number, let delay):
            Task { [weak self] in
                try await Task.sleep(for: delay)
                self?.change { $0.wake(number) }
            }
        }
    }

    private func fetch(_ items: [ExchangeQueue.Item], from bucket: KeyValueBucket) async -> [ExchangeQueue.Item: ExchangeQueue.Outcome] {
        var entries: [SharedEntry] = []
        var outcomes: [ExchangeQueue.Item: ExchangeQueue.Outcome] = [:]
        await withTaskGroup(of: (item: ExchangeQueue.Item, result: Result<KeyValueEntry?, KeyValueError>).self) { group in
            var rest = items[...]
            for item in items.prefix(KeyValueBucket.lookupLimit) {
                rest.removeFirst()
                group.addTask { (item, await Self.lookUp(item, in: bucket)) }
            }
            while let (item, result) = await group.next() {
                switch result {
                case .success(let entry):
                    entries.append(entry.map(SharedEntry.init) ?? SharedEntry(key: item.key, value: [], revision: .none))
                case .failure(let error):
                    outcomes[item] = .held(error.holdReason)
                    // The others would wait as long.
                    if outcomes[item] == .held(.server) { rest = [] }
                }
                if let next = rest.popFirst() { group.addTask { (next, await Self.lookUp(next, in: bucket)) } }
            }
        }
        return outcomes.merging(merge(entries)) { $1 }
    }

    private static func lookUp(_ item: ExchangeQueue.Item, in bucket: KeyValueBucket) async -> Result<KeyValueEntry?, KeyValueError> {
        do throws(KeyValueError) {
            return .success(try await bucket.entry(for: item.key))
        } catch {
            return .failure(error)
        }
    }

    private func send(_ items: [ExchangeQueue.Item], to bucket: KeyValueBucket) async -> [ExchangeQueue.Item: ExchangeQueue.Outcome] {
        var outcomes: [ExchangeQueue.Item: ExchangeQueue.Outcome] = [:]
        let values: [WaitingValue]
        do {
            values = try persistency.waitingValues(items)
        } catch {
            return Dictionary(uniqueKeysWithValues: items.map { ($0, .held(.library(error.description))) })
        }
        for item in Set(items).subtracting(values.map(\.item)) { outcomes[item] = .same }
        // First, so that the pictures are there when the album is. If they aren't, the album is sent all the same.
        for picture in Set(values.flatMap(\.pictures)) where persistency.chosenCovers.contains(picture) {
            outcomes[.cover(picture)] = await exchange(picture, with: bucket)
        }
        var sent: [(value: WaitingValue, revision: UInt64)] = []
        await withTaskGroup(of: (WaitingValue, Result<UInt64, KeyValueError>).self) { group in
            for value in values {
                group.addTask {
                    do throws(KeyValueError) {
                        return (value, .success(try await bucket.put(value.value, for: value.key, expecting: value.revision)))
                    } catch {
                        return (value, .failure(error))
                    }
                }
            }
            for await (value, result) in group {
                switch result {
                case .success(let revision): sent.append((value, revision))
                case .failure(.conflict): outcomes[value.item] = .differing
                case .failure(let error): outcomes[value.item] = .held(error.holdReason)
                }
            }
        }
        let count = sent.count
        report { $0.sentCount += count }
        do {
            outcomes.merge(try persistency.noteSent(sent)) { $1 }
        } catch {
            for (value, _) in sent { outcomes[value.item] = .held(.library(error.description)) }
        }
        return outcomes
    }

    // MARK: Covers

    /// Sends the pieces of a cover that the server lacks, or fetches the cover.
    private func exchange(_ cover: CoverDigest, with bucket: KeyValueBucket) async -> ExchangeQueue.Outcome {
        do throws(KeyValueError) {
            guard let bytes = persistency.chosenCovers.bytes(of: cover) else { return try await fetch(cover, from: bucket) }
            let pieces = CoverPieces.cut(bytes)
            for number in change({ $0.missingPieces(of: cover, size: bytes.count) }) {
                _ = try await bucket.put(pieces[number], for: SharedKey.piece(number, of: cover).text, expecting: nil)
                change { $0.notePiece(number, of: cover, size: pieces[number].count) }
            }
            return .same
        } catch {
            return .held(error.holdReason)
        }
    }

    private func fetch(_ cover: CoverDigest, from bucket: KeyValueBucket) async throws(KeyValueError) -> ExchangeQueue.Outcome {
        var bytes: [UInt8] = []
        for number in 0... {
            let key = SharedKey.piece(number, of: cover).text
            guard let piece = try await bucket.entry(for: key)?.value, piece.count <= CoverPieces.size else { return .held(.incomplete) }
            bytes += piece
            if bytes.count > persistency.chosenCovers.byteLimit { return .held(.damaged) }
            if piece.count < CoverPieces.size { break }
        }
        guard CoverDigest(of: bytes) == cover else {
            // A machine that has the cover sends it again when it compares.
            if !bytes.isEmpty { _ = try await bucket.put([], for: SharedKey.piece(0, of: cover).text, expecting: nil) }
            return .held(.incomplete)
        }
        do {
            guard try persistency.chosenCovers.keep(bytes) == cover else { return .held(.incomplete) }
            var result = SharingMerge()
            let albums = try persistency.albums(with: cover)
            result.covers = albums.chosen
            result.albums = Array(Set(albums.chosen + albums.kept))
            sharing.sharing?.received.notify(result)
            return .same
        } catch let error as PersistencyError {
            return .held(.library(error.description))
        } catch {
            // A picture that can't be used stays unused, and the album keeps its other cover.
            return .held(.damaged)
        }
    }
}

extension ExchangeQueue.Item {
    init?(_ key: String) {
        switch SharedKey(key) {
        case .album(let id): self = .album(id)
        case .machine(let id): self = .machine(id)
        case .piece, nil: return nil
        }
    }

    /// The key of the value; of a cover, that of its first piece.
    fileprivate var key: String {
        switch self {
        case .album(let id): SharedKey.album(id).text
        case .machine(let id): SharedKey.machine(id).text
        case .cover(let cover): SharedKey.piece(0, of: cover).text
        }
    }
}

extension SharedEntry {
    fileprivate init(_ entry: KeyValueEntry) {
        self.init(key: entry.key, value: entry.value, revision: SharedRevision(entry.revision, at: entry.time))
    }
}

extension KeyValueError {
    /// A reason for which a value isn't exchanged; a conflict is none of them.
    fileprivate var holdReason: HoldReason {
        switch self {
        case .tooLarge: .tooLarge
        case .problem(let error) where [.denied, .notStored].contains(error.kind): .refused(SharingText.problem(error))
        case .problem: .server
        case .conflict, .invalidKey: .refused(description)
        }
    }
}

extension ConnectionOptions {
    fileprivate init(_ settings: SharingSettings) {
        self.init(servers: [settings.server])
        name = "Sleeves"
        // Albums have some kilobytes, and covers are sent in pieces. A hostile server costs a few times as much.
        maximumMessageBytes = 4 << 20
        if let path = settings.credentials {
            credentials = .file(path)
        } else if let user = settings.user {
            credentials = .user(user, password: settings.password ?? "")
        }
        if settings.certificateAuthorities != nil || settings.server.hasPrefix("tls://") {
            tls = TLSOptions(certificateAuthorities: settings.certificateAuthorities)
        }
        retryDelay = RetryDelay(limit: .seconds(30))
    }
}
