public import Heed
internal import Synchronization
public import SleevesNetworking

/// The facade of the library. Windows and commands access databases, files and networks only through it.
///
/// A view that wants a cover doesn't call the facade. It posts ``CoverRequested``, which the facade observes:
///
/// 1. ``CoverLoader`` queues the request, newest first, and limits how many covers it loads at once.
/// 2. A worker asks ``PersistencyManager`` (memory, then disk), then the user's own files, then the sources on the network.
/// 3. The worker changes the album's ``Cover`` on its thread, which notifies the observers.
///
/// Thread safety:
/// - `objects` (the album objects in use) and `history` (what can be undone) protect themselves.
/// - `versionTold` and `othersSeen` are each protected by their lock.
/// - `persistency` and `covers` protect themselves.
///
/// - Threading: May be used from any thread.
public final class LibraryAPI: Sendable {
    let persistency: PersistencyManager
    let client: HTTPClient
    let hub: NotificationHub
    let objects = AlbumObjects()
    /// The user's changes, which can be undone and redone.
    public let history: LibraryHistory
    /// The sharing with other machines.
    public let sharing: LibrarySharing
    /// The number of album changes that have been posted.
    let versionTold = Mutex<Int64>(-1)
    /// The version of other programs' changes that was last compared with `versionTold`.
    let othersSeen = Mutex<Int64>(-1)
    let covers: CoverLoader
    /// Whether covers have been measured by the library's own files.
    let hasMeasured = Atomic(false)
    private let observations = Mutex<[ObservationToken]>([])

    /// Creates the facade of a library.
    ///
    /// - Parameters:
    ///   - persistency: The library on the disk.
    ///   - client: The HTTP client.
    ///   - sharedDirectory: A folder that all programs of the user share to coordinate their requests to services; `nil` if this is the
    ///     only program.
    ///   - hub: The hub on which views request covers and the facade posts changes.
    public convenience init(
        persistency: PersistencyManager,
        client: HTTPClient,
        sharedDirectory: String? = nil,
        hub: NotificationHub
    ) {
        let access = ServiceAccess(client: client, services: .none, sharedDirectory: sharedDirectory)
        let finder = CoverFinder(persistency: persistency, access: access)
        self.init(persistency: persistency, client: client, finder: finder, hub: hub)
    }

    init(persistency: PersistencyManager, client: HTTPClient, finder: CoverFinder, hub: NotificationHub) {
        self.persistency = persistency
        self.client = client
        self.hub = hub
        covers = CoverLoader(
            finder: finder,
            cover: { [objects] id in objects[id]?.cover },
            beforeDelivery: { Self.lookAfterKeptCovers(of: persistency, telling: hub) }
        )
        history = LibraryHistory(persistency)
        sharing = LibrarySharing(persistency)
        if let others = try? persistency.othersVersion() { othersSeen.withLock { $0 = others } }
        if let version = try? persistency.contentsVersion() { versionTold.withLock { $0 = version } }
        let tokens = [
            hub.observe(CoverRequested.self) { [weak self] in self?.covers.request($0.album, size: $0.size) },
            hub.observe(CoverDismissed.self) { [weak self] in self?.covers.dismiss($0.album) },
        ]
        let changes = [
            history.outcomes.attach { [weak self] in self?.tell($0) },
            sharing.received.attach { [weak self] in self?.tell($0) },
        ]
        observations.withLock { $0 = tokens + changes }
    }

    /// Cancels all network activity.
    public func shutdown() async {
        await client.shutdown()
    }

    /// The folder with the library's files. Each change of the library writes to a file in it.
    public var directory: String { persistency.libraryDirectory }

    // MARK: State restoration

    /// Returns the saved state of the window, and the problem of reading it, if any.
    public func loadState() -> (state: LibraryState, problem: PersistencyError?) {
        persistency.loadState()
    }

    /// Saves the state of the window.
    public func saveState(_ state: LibraryState) throws(PersistencyError) {
        try persistency.saveState(state)
    }
}
