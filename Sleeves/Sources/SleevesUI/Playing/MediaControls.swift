public import GTKAdapters
import Heed
public import SleevesLibrary
public import SleevesPlayer

/// The player as the desktop knows it: media keys, the lock screen, `playerctl` and `sleeves pause` control it over the session bus.
///
/// It implements MPRIS 2.2 (`org.mpris.MediaPlayer2` and its `.Player`), and one more interface through which the command hands over albums.
/// It only observes the player.
///
/// ## Behavior
/// - Changes are announced once per turn of the main loop, and only those properties that differ.
/// - The position is computed when it is asked for. Jumps are announced.
/// - A second player with the same library has another name until the first ends.
/// - Without a session bus there are no controls.
@MainActor
public final class MediaControls {
    let player: Player
    let library: LibraryAPI
    let raise: (@MainActor () -> Void)?
    let quit: @MainActor () -> Void

    private let connection: BusConnection
    private var objects: [BusObject] = []
    private var names: [BusName] = []
    private var observations: [ObservationToken] = []
    private var announced: [String: BusValue] = [:]
    /// The album whose cover was looked for last, and the cover's address.
    private var cover: (album: AlbumID, address: String?)?

    /// Offers the player to other programs.
    ///
    /// - Parameters:
    ///   - player: The player.
    ///   - library: The library whose albums the player plays.
    ///   - instance: Letters and digits that distinguish the library from others; `nil` for the default library.
    ///   - connection: The session bus.
    ///   - raise: Brings the window to the front; `nil` without a window.
    ///   - quit: Ends the program.
    public init(
        _ player: Player, library: LibraryAPI, instance: String?, on connection: BusConnection, raise: (@MainActor () -> Void)? = nil,
        quit: @escaping @MainActor () -> Void
    ) {
        self.player = player
        self.library = library
        self.connection = connection
        self.raise = raise
        self.quit = quit
        announced = player.mediaState.properties(cover: nil)
        // Before the names, which tell others that there is something.
        objects = interfaces.compactMap { BusObject($0, at: MediaNames.path, on: connection) }
        observations = [
            Receptionist(for: .values(of: player, \.mediaState), on: .glib, delivering: .latest) { [weak self] _ in self?.announce() },
            player.jumps.attach(on: .glib) { [weak self] in self?.announceJump(to: $0) },
        ]
        let ownName = MediaNames.name(ofProcess: ProcessNumber.current)
        names = [
            BusName(MediaNames.name(instance: instance), on: connection) { [weak self] isOwned in
                self?.useOwnName(isOwned ? nil : ownName)
            }
        ]
    }

    /// The properties of the player's interface.
    var properties: [String: BusValue] {
        let state = player.mediaState
        return state.properties(cover: state.track.flatMap { $0.album == cover?.album ? cover?.address : nil })
    }

    /// Announces the properties that have changed since the last time.
    private func announce() {
        findCover()
        let current = properties
        let changed = current.filter { announced[$0.key] != $0.value }
        announced = current
        connection.emitChanges(changed, of: MediaNames.player, at: MediaNames.path)
    }

    private func announceJump(to position: Duration) {
        connection.emit("Seeked", [.int64(position.microseconds)], of: MediaNames.player, at: MediaNames.path)
    }

    /// Looks for the cover of the album that plays: at each change until there is one, since it may be on its way.
    private func findCover() {
        guard let album = player.album, cover?.album != album || cover?.address == nil else { return }
        cover = (album, nil)
        Task { [weak self, library] in
            // Without a cover, there is none to show.
            guard let path = try? await library.coverFile(of: album), let self, self.cover?.album == album else { return }
            self.cover = (album, FileAddress.address(ofPath: path))
            announce()
        }
    }

    private func useOwnName(_ name: String?) {
        names = Array(names.prefix(1)) + (name.map { [BusName($0, on: connection)] } ?? [])
    }
}
