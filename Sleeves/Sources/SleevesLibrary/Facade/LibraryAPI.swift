public import Heed
internal import Synchronization

/// The library as a whole: what the window and the command talk to, and all they know of databases, files and networks.
///
/// A view that wants a cover does not call the facade. It posts ``CoverRequested``, which the facade heeds:
///
/// 1. The request is put on the ``CoverDesk``, newest first; at most a few covers are on their way at once.
/// 2. A worker asks ``PersistencyManager`` (memory, then disk), then the person's own files, then ``HTTPClient``.
/// 3. The album's ``Cover`` changes, on the worker's thread. Whoever observes it is told.
///
/// What is protected by what:
/// - `objects` and `history` by themselves: the album objects that somebody holds, and what can be undone.
/// - `versionTold` by its lock.
/// - `desk` by its lock: the covers that are wanted and on their way.
/// - `persistency` and `finder` protect themselves.
///
/// - Threading: May be used from any thread.
public final class LibraryAPI: Sendable {
    let persistency: PersistencyManager
    private let client: HTTPClient
    private let finder: CoverFinder
    let hub: NotificationHub
    let objects = AlbumObjects()
    /// What the person has changed, and can undo and redo.
    public let history: LibraryHistory
    /// How many changes of albums have been told of.
    let versionTold = Mutex<Int64>(-1)
    private let desk = Mutex(CoverDesk(limit: 4))
    private let heedings = Mutex<[ObserverToken]>([])

    /// Puts the facade before a library.
    ///
    /// - Parameters:
    ///   - persistency: What is on the disk.
    ///   - client: The way to the network.
    ///   - hub: Where views ask for covers, and where the facade tells of changes.
    public init(persistency: PersistencyManager, client: HTTPClient, hub: NotificationHub) {
        self.persistency = persistency
        self.client = client
        self.hub = hub
        finder = CoverFinder(persistency: persistency, client: client)
        history = LibraryHistory(persistency)
        if let version = try? persistency.contentsVersion() { versionTold.withLock { $0 = version } }
        let tokens = [
            hub.observe(CoverRequested.self) { [weak self] in self?.requestCover(of: $0.album) },
            hub.observe(CoverDismissed.self) { [weak self] in self?.dismissCover(of: $0.album) },
        ]
        let changes = history.outcomes.attach { [weak self] in self?.tell($0) }
        heedings.withLock { $0 = tokens + [changes] }
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

    // MARK: Covers

    // Views ask on the main actor while workers deliver on their threads. The desk decides under its lock; a cover's state is set outside,
    // so each step leaves the desk such that a state that was set too late is put right by whoever finds the cover still wanted.

    private func requestCover(of id: AlbumID) {
        guard let cover = objects[id]?.cover else { return }
        let isHere = cover.image != nil
        // Before the desk knows: a worker that is looking for work may be quicker than the next line.
        if !isHere { cover.state = .loading }
        desk.withLock { $0.request(id, isHere: isHere) }
        startNext()
    }

    private func dismissCover(of id: AlbumID) {
        let isUnwanted = desk.withLock { $0.dismiss(id) }
        guard isUnwanted, let cover = objects[id]?.cover else { return }
        putAway(cover, of: id)
    }

    /// Has the cover of an album that somebody looks at looked for again.
    func renewCover(of id: AlbumID) {
        if let cover = objects[id]?.cover { putAway(cover, of: id) }
    }

    /// Lets a picture go that nobody wants, and fetches it again if somebody has come to want it meanwhile.
    private func putAway(_ cover: Cover, of id: AlbumID) {
        cover.state = .unknown
        guard desk.withLock({ $0.isWanted(id) }) else { return }
        cover.state = .loading
        desk.withLock { $0.requestAgain(id) }
        startNext()
    }

    private func startNext() {
        while let id = desk.withLock({ $0.takeNext() }) {
            Task.detached(priority: .userInitiated) { [weak self, finder] in
                let outcome = await finder.find(id)
                self?.deliver(outcome, for: id)
            }
        }
    }

    private func deliver(_ outcome: CoverFinder.Outcome, for id: AlbumID) {
        let isWanted = desk.withLock { $0.finish(id) }
        if isWanted, let cover = objects[id]?.cover {
            switch outcome {
            case .found(let image): cover.state = .present(image)
            case .none: cover.state = .missing
            case .failed(let reason): cover.state = .failed(reason)
            }
            // Whoever dismissed it in the meantime did so before it was there to be put away.
            if !desk.withLock({ $0.isWanted(id) }) { putAway(cover, of: id) }
        }
        startNext()
    }
}
