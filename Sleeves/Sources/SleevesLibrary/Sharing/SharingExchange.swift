internal import Heed
internal import HeedNATS
internal import Localization
internal import SleevesImporting
internal import SleevesSharing
internal import SleevesStore
internal import Synchronization

/// The exchange with one server: reads what others have changed, and sends what changed here.
///
/// 1. With each connection, the bucket asks where to read on (``begin(_:)``). If it is another bucket, or has lost something, everything is
///    read and sent again.
/// 2. What arrives is merged into the library, a transaction for each batch (``receive(_:isCaughtUp:)``).
/// 3. Once everything was read, what waits is sent, with the revision that each album had. If another machine was faster, its album is merged
///    first, and the result is sent.
/// 4. A chosen cover is sent before the album that has it, and fetched after such an album has arrived.
///
/// State and its protection: `isCaughtUp`, `needsVerification` and `willReadAgain` are atomic; `bucket`, `observation` and `task`, by
/// their locks. ``SharingSender`` owns what sending needs.
final class SharingExchange: KeyValueReader, Sendable {
    let settings: SharingSettings
    private let machine: MachineID
    private let persistency: PersistencyManager
    private let sharing: WeakSharing
    private let bucket = Mutex<KeyValueBucket?>(nil)
    private let sendings = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    private let observation = Mutex<ObservationToken?>(nil)
    private let task = Mutex<Task<Void, Never>?>(nil)
    private let isCaughtUp = Atomic(false)
    private let needsVerification = Atomic(false)
    private let willReadAgain = Atomic(false)

    /// A weak reference that is never assigned again.
    private struct WeakSharing: Sendable {
        weak let sharing: LibrarySharing?
    }

    init(_ record: SharingRecord, _ persistency: PersistencyManager, sharing: LibrarySharing) {
        settings = record.settings
        machine = record.machine
        self.persistency = persistency
        self.sharing = WeakSharing(sharing: sharing)
    }

    deinit {
        sendings.continuation.finish()
    }

    private func report(_ body: @escaping @Sendable (inout LibrarySharing.Status) -> Void) { sharing.sharing?.update(body) }

    // MARK: Life

    func start() {
        do throws(ConnectionError) {
            let connection = try Connection(ConnectionOptions(settings))
            let bucket = KeyValueBucket(settings.collection, on: connection, reading: SharedKey.readKeys, by: self)
            self.bucket.withLock { $0 = bucket }
            observation.withLock { token in
                token = connection.observe(\.problem, initial: true) { [weak self] problem in
                    if let problem { self?.report { ($0.state, $0.problem) = (.disconnected, SharingText.problem(problem)) } }
                }
            }
            let sender = SharingSender(bucket, persistency, machine: machine, settings: settings)
            let sending = Task { [weak self, sendings, sender] in
                for await _ in sendings.stream { await self?.send(by: sender) }
            }
            task.withLock { $0 = sending }
        } catch {
            report { $0.problem = SharingText.problem(error) }
        }
    }

    func end() {
        let (bucket, task) = (bucket.withLock { $0 }, task.withLock { $0 })
        bucket?.close()
        observation.withLock { $0?.invalidate() }
        sendings.continuation.finish()
        task?.cancel()
    }

    // MARK: Receiving

    func begin(_ status: KeyValueStatus) -> UInt64 {
        isCaughtUp.store(false, ordering: .releasing)
        needsVerification.store(true, ordering: .releasing)
        report { ($0.state, $0.problem, $0.warning) = (.receiving, nil, nil) }
        do {
            return try persistency.beginSharing(created: status.created, lastRevision: status.lastRevision)
        } catch {
            report { $0.problem = error.description }
            return 0
        }
    }

    func receive(_ entries: [KeyValueEntry], isCaughtUp: Bool) {
        merge(entries)
        guard isCaughtUp, !self.isCaughtUp.exchange(true, ordering: .acquiringAndReleasing) else { return }
        send()
    }

    func interrupt(_ problem: ConnectionError?) {
        isCaughtUp.store(false, ordering: .releasing)
        report { ($0.state, $0.problem) = (.disconnected, problem.map(SharingText.problem) ?? $0.problem) }
    }

    private func merge(_ entries: [KeyValueEntry], isInOrder: Bool = true) {
        guard !entries.isEmpty else { return }
        do {
            let shared = entries.map { SharedEntry(key: $0.key, value: $0.value, revision: $0.revision) }
            let result = try persistency.mergeShared(shared, isInOrder: isInOrder)
            if let warning = try SharingText.warning(result, persistency) { report { $0.warning = warning } }
            if !result.ahead.isEmpty { readAgainLater() }
            sharing.sharing?.received.notify(result)
            sharing.sharing?.countWaiting()
        } catch {
            report { $0.problem = "\(error)" }
        }
    }

    /// Reads what was left out again, because this computer's clock may have been wrong.
    private func readAgainLater() {
        guard !willReadAgain.exchange(true, ordering: .acquiringAndReleasing) else { return }
        Task { [weak self] in
            try? await Task.sleep(for: Self.clockPatience)
            guard let self else { return }
            willReadAgain.store(false, ordering: .releasing)
            bucket.withLock { $0 }?.readAgain()
        }
    }

    private static let clockPatience = Duration.seconds(300)

    // MARK: Sending

    /// Sends what waits, as soon as everything was read.
    func send() {
        if isCaughtUp.load(ordering: .acquiring) { sendings.continuation.yield() }
    }

    private func send(by sender: SharingSender) async {
        await withTaskExecutorPreference(FileReadingExecutor()) {
            do {
                if needsVerification.load(ordering: .acquiring) {
                    guard try await sender.verify() else { return }
                    needsVerification.store(false, ordering: .releasing)
                }
                let outcome = try await sender.sendAll { merge([$0], isInOrder: false) }
                if let title = outcome.tooLarge.first { report { $0.warning = SharingText.tooLarge(title) } }
                let covers = try await sender.fetchCovers()
                if !covers.albums.isEmpty { sharing.sharing?.received.notify(covers) }
                sharing.sharing?.countWaiting()
                if isCaughtUp.load(ordering: .acquiring) { report { ($0.state, $0.problem) = (.connected, nil) } }
            } catch let error as KeyValueError {
                // The bucket connects again, which sends what is left.
                report { $0.problem = SharingText.problem(error) }
                try? await Task.sleep(for: .seconds(5))
                send()
            } catch is CancellationError {
            } catch {
                report { $0.problem = "\(error)" }
            }
        }
    }
}

extension ConnectionOptions {
    fileprivate init(_ settings: SharingSettings) {
        self.init(servers: [settings.server])
        name = "Sleeves"
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
