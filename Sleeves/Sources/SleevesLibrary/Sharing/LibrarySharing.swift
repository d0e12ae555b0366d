internal import Dispatch
public import Heed
public import SleevesSharing
internal import SleevesStore
internal import Synchronization

/// The sharing of a library with other machines, as far as this process takes part in it.
///
/// The settings and everything that waits are in the library, so nothing is lost if no process shares it for a while.
///
/// ## Behavior
/// - Nothing waits for the server: the library works without it, and what has changed is sent when it is back.
/// - Several processes may share one library at the same time.
/// - ``problem`` and ``warning`` contain no password.
///
/// State and its protection: `exchange`, by its lock; `status`, by Heed, changed only on `changes`.
///
/// - Threading: May be used from any thread. Calls observers on threads of its own.
@KeyValueObservable
public final class LibrarySharing: Sendable {
    /// The progress of sharing.
    public enum State: Sendable, Hashable {
        /// This process doesn't share the library.
        case off
        /// The process isn't connected to the server, and tries to be.
        case disconnected
        /// The process reads what the other machines have changed.
        case receiving
        /// The process has read everything that the server has.
        case connected
    }

    /// The current status.
    public private(set) var status: Status = Status()
    /// The progress of sharing.
    public var state: State { status.state }
    /// The number of albums whose changes the server doesn't have yet.
    public var waitingCount: Int { status.waitingCount }
    /// The reason why the process isn't connected, and a remedy; `nil` while it is.
    public var problem: String? { status.problem }
    /// The reason why changes of this or another machine can't be used, and a remedy; `nil` if all can.
    public var warning: String? { status.warning }

    /// The number of messages that the server has sent since the last connection: while many values are exchanged, the status stays the same.
    public var messageCount: Int { exchange.withLock { $0 }?.messageCount ?? 0 }

    /// Everything that can be observed.
    public struct Status: Sendable, Hashable {
        /// The progress of sharing.
        public internal(set) var state = State.off
        /// The number of albums whose changes the server doesn't have yet.
        public internal(set) var waitingCount = 0
        /// The reason why the process isn't connected, and a remedy; `nil` while it is.
        public internal(set) var problem: String?
        /// The reasons why changes of this or another machine can't be used, and remedies, a sentence a line; `nil` if all can.
        public var warning: String? {
            let all = [discardWarning, clockWarning].compactMap(\.self) + leadWarnings + heldWarnings
            return all.isEmpty ? nil : all.joined(separator: "\n")
        }
        /// The number of values that others have changed and this process has received.
        public internal(set) var receivedCount = 0
        /// The number of values that this process has sent.
        public internal(set) var sentCount = 0
        /// The number of keys on the server that belong to other programs.
        public internal(set) var foreignCount = 0
        /// The albums, machines and covers that can't be exchanged, each with its reason.
        public internal(set) var held: [Held] = []

        var discardWarning: String?
        var clockWarning: String?
        private var leads: [MachineID: Int64] = [:]
        private var leadWarnings: [String] = []
        private var heldWarnings: [String] = []
        private(set) var heldItems: [ExchangeQueue.Item: HoldReason] = [:]

        /// Something that can't be exchanged.
        public struct Held: Sendable, Hashable {
            /// The title of an album, or the name of a machine; `nil` for a cover, or if nothing is known of it.
            public let name: String?
            /// The reason, and a remedy.
            public let reason: String
            /// Since when, in seconds since 1970.
            public let since: Int64
        }

        /// Shows whose clocks are notably ahead, with names that may have come later than the leads.
        mutating func show(_ new: [MachineID: Int64], in persistency: PersistencyManager) {
            leads.merge(new) { $1 }
            leadWarnings = leads.filter { $0.value > HybridTime.notableDifference }
                .map { SharingText.clock(of: $0.key, $0.value, persistency) }.sorted()
        }

        /// Shows what is held.
        mutating func show(_ items: [ExchangeQueue.Item: HoldReason], in persistency: PersistencyManager) {
            heldItems = items
            heldWarnings = SharingText.warnings(items, persistency)
            let now = persistency.clock() / 1_000
            let before = Dictionary(held.map { ($0.name, $0.since) }) { min($0, $1) }
            // A few are enough to see what is wrong.
            held = items.prefix(100).map { item, reason in
                let name = SharingText.name(of: item, persistency)
                return Held(name: name, reason: SharingText.reason(reason, item, persistency), since: before[name] ?? now)
            }.sorted { ($0.name ?? "", $0.reason) < ($1.name ?? "", $1.reason) }
        }
    }

    /// Changes the status, one change after the other.
    @NotObserved private let changes = DispatchQueue(label: "sleeves.sharing")
    /// Reads the settings and finds out what to send: beside tasks, of which the window's keep all threads busy after a change.
    @NotObserved private let notices = DispatchQueue(label: "sleeves.sharing.notices", qos: .userInitiated)
    @NotObserved private let persistency: PersistencyManager
    /// The values that were read from the server, whether or not they change albums.
    @NotObserved let received = Subject<SharingMerge>()
    @NotObserved private let exchange = Mutex<SharingExchange?>(nil)
    @NotObserved private let isStarted = Atomic(false)

    init(_ persistency: PersistencyManager) {
        self.persistency = persistency
    }

    /// Begins to share the library, if it is shared. Follows the settings from now on.
    @concurrent
    public func start() async {
        isStarted.store(true, ordering: .releasing)
        followSettings()
    }

    /// Ends this process's part. The settings stay.
    public func stop() {
        isStarted.store(false, ordering: .releasing)
        endExchange()
        update { $0.state = .off }
    }

    private func endExchange() {
        // Ended outside the lock.
        let last = exchange.withLock { exchange in
            defer { exchange = nil }
            return exchange
        }
        last?.end()
    }

    /// Waits until the server has everything that changed here, and this machine everything that the server has, except for what is held.
    ///
    /// - Throws: `CancellationError`.
    public func finish() async throws {
        await withCheckedContinuation { continuation in
            noteChanges()
            update { [persistency] status in
                if let count = try? persistency.waitingCount() { status.waitingCount = count }
                continuation.resume()
            }
        }
        for await status in values(of: \.status) where status.state == .connected && (status.waitingCount == 0 || !status.held.isEmpty) {
            // The state is that of the moment, and counts that were reported before may come after it.
            return await withCheckedContinuation { continuation in update { _ in continuation.resume() } }
        }
        try Task.checkCancellation()
    }

    /// Sends what has changed in the library, here or in another process.
    func noteChanges() {
        guard isStarted.load(ordering: .acquiring) else { return }
        notices.async { [weak self] in
            self?.followSettings()
            self?.countWaiting()
            self?.exchange.withLock { $0 }?.send()
        }
    }

    /// Connects to another server if the settings have changed.
    private func followSettings() {
        guard isStarted.load(ordering: .acquiring) else { return }
        // A read error is reported by the next request for a list.
        guard let record = (try? persistency.sharing()) ?? nil, record.isOn else {
            endExchange()
            return update { $0 = Status() }
        }
        let (old, new) = exchange.withLock { exchange -> (SharingExchange?, SharingExchange?) in
            if exchange?.settings == record.settings { return (nil, nil) }
            let old = exchange
            exchange = SharingExchange(record, persistency, sharing: self)
            return (old, exchange)
        }
        old?.end()
        guard let new else { return }
        update { status in
            status = Status()
            (status.state, status.waitingCount) = (.disconnected, record.waitingCount)
        }
        new.start()
    }

    /// Counts what waits, after all changes of the status so far: a count that was read earlier must not replace a later one.
    func countWaiting() {
        update { [persistency] status in
            if let count = try? persistency.waitingCount() { status.waitingCount = count }
        }
    }

    /// Changes the status, soon. Observers are notified only if it differs.
    func update(_ body: @escaping @Sendable (inout Status) -> Void) {
        changes.async { [self] in
            var new = status
            body(&new)
            if new != status { status = new }
        }
    }
}
