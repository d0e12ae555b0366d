import Heed

@testable import SleevesLibrary
@testable import SleevesStore
@testable import SleevesNetworking

/// A library in a folder of its own, with a hub and a client of its own.
struct LibraryFixture {
    let folder: StoreFolder
    let persistency: PersistencyManager
    let client: HTTPClient
    let hub = NotificationHub()
    let library: LibraryAPI

    /// - Parameters:
    ///   - folder: Where the library lies, which another fixture may have open too.
    ///   - archive: Where the Cover Art Archive is; nowhere, unless a test says so.
    ///   - musicBrainz: Where MusicBrainz is, likewise.
    ///   - resolver: Where the addresses of names come from.
    init(
        in folder: StoreFolder? = nil,
        archive: String = "none",
        musicBrainz: String = "none",
        resolver: any HostResolving = SystemResolver(),
        time: any Timekeeping = SystemTime(),
        timeouts: HTTPClient.Timeouts = HTTPClient.Timeouts()
    ) throws {
        self.folder = try folder ?? StoreFolder()
        persistency = try PersistencyManager(libraryDirectory: "\(self.folder.path)/library", cacheDirectory: "\(self.folder.path)/cache")
        let contact = "https://example.org/sleeves"
        client = HTTPClient(version: "1.2", contact: contact, timeouts: timeouts, time: time, resolver: resolver, proxies: FixedProxy())
        let addresses = OnlineService.all(at: NetworkSettings.off).merging([.coverArtArchive: archive, .musicBrainz: musicBrainz]) { $1 }
        let settings = NetworkSettings(fetchesCovers: true, addresses: addresses, allowsLocalNetwork: true)
        let access = ServiceAccess(client: client, services: CoverServices(settings), time: time)
        let backoff = CoverBackoff { 0.5 }
        let finder = CoverFinder(persistency: persistency, access: access, time: time, backoff: backoff)
        library = LibraryAPI(persistency: persistency, client: client, finder: finder, hub: hub)
    }

    /// Puts records in, and returns the albums in the order of their titles.
    func fill(_ records: [CompleteAlbum]) throws -> [Album] {
        try persistency.save(records)
        return try albums(sort: .title)
    }

    /// All albums of the library, each as an object.
    func albums(sort: AlbumSort = .artist) throws -> [Album] {
        let list = try library.albumList(order: AlbumOrder(sort))
        return try (0..<list.count).compactMap { try library.readAlbum(at: $0, in: list) }
    }

    /// Asks for a cover on the main actor, as a view does, and waits until it is settled.
    ///
    /// - Returns: Every state the cover went through from now on, the last one included.
    func requestCover(of album: Album) async -> [CoverState] {
        let (states, arrival) = AsyncStream.makeStream(of: CoverState.self)
        let observation = album.cover.observe(\.state, options: [.new]) { _, change in
            if let state = change.newValue { arrival.yield(state) }
        }
        await MainActor.run { hub.post(CoverRequested(album: album.id)) }
        // An earlier request may have brought it already. Then its state does not change again.
        if album.cover.image != nil { arrival.yield(album.cover.state) }
        var seen: [CoverState] = []
        for await state in states {
            seen.append(state)
            if state != .loading, state != .unknown { break }
        }
        observation.invalidate()
        return seen
    }
}

extension LibraryAPI {
    /// The album at a place of a list, read where it is not in memory.
    func readAlbum(at index: Int, in list: AlbumList) throws(PersistencyError) -> Album? {
        try readAlbums(index..<index + 1, of: list)
        return album(at: index, in: list)
    }

    /// The sources, without the times of their last readings.
    func undatedSources() throws -> [LibrarySource] {
        try sources().map { source in
            var source = source
            source.lastRead = nil
            return source
        }
    }
}

extension OnlineService {
    /// Addresses for settings: one for all services.
    static func all(at address: String) -> [OnlineService: String] {
        Dictionary(uniqueKeysWithValues: all.map { ($0, address) })
    }
}
