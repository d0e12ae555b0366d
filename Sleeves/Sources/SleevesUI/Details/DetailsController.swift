import GTKAdapters
import Heed
import Localization
import SleevesLibrary

/// Shows the chosen album's details, and has other programs open its files.
@MainActor
final class DetailsController {
    let view: AlbumDetailsView

    private let library: LibraryAPI
    private let tell: @MainActor (String) -> Void
    /// What can be asked for while the chosen album has files.
    private var actions: [Action] = []
    private var files: AlbumFiles? {
        didSet { for action in actions { action.isEnabled = files != nil } }
    }
    private var tracks: [TrackRecord] = []

    /// - Parameter tell: Shows a message.
    init(_ application: Application, library: LibraryAPI, hub: NotificationHub, tell: @escaping @MainActor (String) -> Void) {
        self.library = library
        view = AlbumDetailsView(hub: hub)
        self.tell = tell
        actions = [
            application.addAction("play", shortcuts: "<Control>Return") { [weak self] in self?.open(.player) },
            application.addAction("open-folder", shortcuts: "<Control>l") { [weak self] in self?.open(.folder) },
        ]
        for action in actions { action.isEnabled = false }
        view.onPlay = { [weak self] track in self?.play(from: track) }
    }

    /// Shows an album.
    func show(_ album: Album) {
        do {
            let contents = AlbumContents(
                tracks: try library.tracks(of: album), release: try library.release(of: album),
                awayFolder: try library.awayFolder(of: album))
            view.show(album, contents)
            (files, tracks) = (contents.files, contents.tracks)
        } catch {
            (files, tracks) = (nil, [])
            tell(error.description)
        }
    }

    private enum Opening {
        case player, folder
    }

    /// Has the rest of the album played.
    private func play(from track: Int) {
        open(.player, AlbumFiles(Array(tracks.dropFirst(track))))
    }

    private func open(_ what: Opening) {
        open(what, files)
    }

    private func open(_ what: Opening, _ files: AlbumFiles?) {
        guard let files else { return }
        Task { [weak self] in
            do throws(LaunchError) {
                switch what {
                case .player: try await Launcher.play(files.paths)
                case .folder: try await Launcher.openFolder(files.folder)
                }
            } catch {
                self?.tell(Self.words(for: error, what))
            }
        }
    }

    private static func words(for error: LaunchError, _ what: Opening) -> String {
        switch error {
        case .notThere(let path):
            localized("{path} is not there. Connect the disk that it is on, or import its folder again.", ["path": path])
        case .noProgram where what == .player:
            localized("No program is set up to play this. Install a music player, or choose one in the settings.")
        case .noProgram:
            localized("No file manager is set up. Install one, or choose one in the settings.")
        case .failed(let path, let reason):
            localized(
                "{path} could not be opened ({reason}). Choose another program for it in the settings.",
                ["path": path, "reason": reason])
        }
    }
}
