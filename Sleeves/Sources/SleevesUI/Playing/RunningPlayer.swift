public import GTKAdapters
public import SleevesLibrary
public import SleevesPlayer

/// The player of another process that plays the same library, for the command.
///
/// Calls block the thread until the other process has answered. It may be any program of the user, so its values are checked.
@MainActor
public struct RunningPlayer {
    /// The track that another process plays.
    public struct Status: Sendable, Hashable {
        /// The state.
        public var state = Player.State.stopped
        /// The album's title.
        public var album: String?
        /// The album's identifier.
        public var albumID: String?
        /// The track's title.
        public var title: String?
        /// The performer.
        public var artist: String?
        /// The position in the track.
        public var position: Duration?
        /// The track's length.
        public var duration: Duration?
        /// The loudness, from 0 to 1.
        public var volume: Double?
        /// Whether another track follows.
        public var hasNext = false

        /// Creates the status of a player that plays nothing.
        public init() {}
    }

    private let connection: BusConnection
    private let address: BusAddress

    /// - Parameters:
    ///   - instance: Letters and digits that distinguish the library from others; `nil` for the default library.
    ///   - connection: The session bus.
    public init(instance: String?, on connection: BusConnection) {
        self.connection = connection
        address = BusAddress(name: MediaNames.name(instance: instance), path: MediaNames.path)
    }

    /// Plays albums.
    ///
    /// - Parameters:
    ///   - ids: The identifiers of the albums.
    ///   - first: The number of the first track, from 1, counted through all albums.
    /// - Returns: Whether there is such a process.
    public func play(_ ids: [AlbumID], from first: Int) throws(BusError) -> Bool {
        let arguments: [BusValue] = [.strings(ids.map(\.rawValue)), .int32(Int32(clamping: first))]
        // The library may be on a slow disk.
        return try call("PlayAlbums", arguments, of: MediaNames.albums, timeout: .seconds(20))
    }

    /// Pauses, or continues.
    public func togglePause() throws(BusError) {
        _ = try call("PlayPause", of: MediaNames.player)
    }

    /// Plays the next track.
    public func next() throws(BusError) {
        _ = try call("Next", of: MediaNames.player)
    }

    /// Returns what plays; `nil` without such a process.
    public func status() throws(BusError) -> Status? {
        do throws(BusError) {
            let values = try connection.properties(of: MediaNames.player, at: address)
            let album = try connection.properties(of: MediaNames.albums, at: address)["Album"]?.string
            return Status(values, album: album)
        } catch {
            if error.kind == .absent { return nil }
            throw error
        }
    }

    private func call(
        _ method: String, _ arguments: [BusValue] = [], of interface: String, timeout: Duration = .seconds(5)
    ) throws(BusError) -> Bool {
        do throws(BusError) {
            _ = try connection.call(method, arguments, of: interface, at: address, timeout: timeout)
            return true
        } catch {
            if error.kind == .absent { return false }
            throw error
        }
    }
}

extension RunningPlayer.Status {
    /// Reads the properties of a player.
    init(_ values: [String: BusValue], album id: String?) {
        state =
            switch values["PlaybackStatus"]?.string {
            case "Playing": .playing
            case "Paused": .paused
            default: .stopped
            }
        volume = values["Volume"]?.double.flatMap { $0.isFinite ? min(max($0, 0), 1) : nil }
        guard state != .stopped, let track = values["Metadata"]?.dictionary else { return }
        title = track["xesam:title"]?.string
        artist = track["xesam:artist"]?.strings?.joined(separator: ", ")
        album = track["xesam:album"]?.string
        albumID = id.flatMap { $0.isEmpty ? nil : $0 }
        position = values["Position"]?.integer.map { .microseconds($0) }
        duration = track["mpris:length"]?.integer.map { .microseconds($0) }
        hasNext = values["CanGoNext"]?.bool ?? false
    }
}
