public import Heed
internal import Synchronization
public import SleevesNetworking

/// The library as a whole: what the window and the command talk to, and all they know of databases, files and networks.
///
/// A view that wants a cover does not call the facade. It posts ``CoverRequested``, which the facade observes:
///
/// 1. ``CoverLoader`` puts the request on its queue, newest first; at most a few covers are on their way at once.
/// 2. A worker asks ``PersistencyManager`` (memory, then disk), then the person's own files, then ``HTTPClient``: the album's own address, the
///    Cover Art Archive, MusicBrainz.
/// 3. The album's ``Cover`` changes, on the worker's thread. Whoever observes it is told.
///
/// What is protected by what:
/// - `objects` and `history` by themselves: the album objects that somebody holds, and what can be undone.
/// - `versionTold` by its lock.
/// - `persistency` and `covers` protect themselves.
///
/// - Threading: May be used from any thread.
public final class LibraryAPI: Sendable {
    let persistency: PersistencyManager
    let client: HTTPClient
    let hub: NotificationHub
    let objects = AlbumObjects()
    /// What the person has changed, and can undo and redo.
    public let history: LibraryHistory
    /// How many changes of albums have been told of.
    let versionTold = Mutex<Int64>(-1)
    let covers: CoverLoader
    private let observations = Mutex<[ObservationToken]>([])

    /// Puts the facade before a library.
    ///
    /// - Parameters:
    ///   - persistency: What is on the disk.
    ///   - client: The way to the network.
    ///   - services: Who may be asked for covers besides.
    ///   - sharedDirectory: A folder for all programs of the person, where they note when MusicBrainz may be asked next; `nil` where this is
    ///     the only one.
    ///   - hub: Where views ask for covers, and where the facade tells of changes.
    public convenience init(
        persistency: PersistencyManager,
        client: HTTPClient,
        services: CoverServices = .none,
        sharedDirectory: String? = nil,
        hub: NotificationHub
    ) {
        let gatePath = sharedDirectory.map { "\($0)/sleeves-musicbrainz" }
        let finder = CoverFinder(persistency: persistency, client: client, services: services, gatePath: gatePath)
        self.init(persistency: persistency, client: client, finder: finder, hub: hub)
    }

    init(persistency: PersistencyManager, client: HTTPClient, finder: CoverFinder, hub: NotificationHub) {
        self.persistency = persistency
        self.client = client
        self.hub = hub
        covers = CoverLoader(
            finder: finder,
            cover: { [objects] id in objects[id]?.cover },
            afterDelivery: { Self.lookAfterKeptCovers(of: persistency, telling: hub) }
        )
        history = LibraryHistory(persistency)
        if let version = try? persistency.contentsVersion() { versionTold.withLock { $0 = version } }
        let tokens = [
            hub.observe(CoverRequested.self) { [weak self] in self?.covers.request($0.album, size: $0.size) },
            hub.observe(CoverDismissed.self) { [weak self] in self?.covers.dismiss($0.album) },
        ]
        let changes = history.outcomes.attach { [weak self] in self?.tell($0) }
        observations.withLock { $0 = tokens + [changes] }
    }

    /// Ends everything that is on its way on the network.
    public func shutdown() async {
        await client.shutdown()
    }

    // MARK: State restoration

    /// How the window was left, and what was wrong with the note of it, if anything.
    public func loadState() -> (state: LibraryState, problem: PersistencyError?) {
        persistency.loadState()
    }

    /// Notes how the window is now.
    public func saveState(_ state: LibraryState) throws(PersistencyError) {
        try persistency.saveState(state)
    }
}
