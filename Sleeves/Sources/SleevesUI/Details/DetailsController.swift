import GTKAdapters
import Heed
import Localization
import SleevesLibrary

/// A controller that shows the selected album's details and opens its files in other programs.
@MainActor
final class DetailsController {
    let view: AlbumDetailsView

    private let library: LibraryAPI
    private let tell: @MainActor (String) -> Void
    /// The actions that are enabled while the selected album has files.
    private var actions: [Action] = []
    private var files: AlbumFiles? {
        didSet { for action in actions { action.isEnabled = files != nil } }
    }
    private var tracks: [TrackRecord] = []
    /// Reads the details of the album that was chosen last.
    private var reading: Task<Void, Never>?

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

    /// Shows an album, once its details have been read.
    func show(_ album: Album) {
        reading?.cancel()
        reading = Task { [weak self, library] in
            do {
                let details = try await library.details(of: album.id)
                guard let self, !Task.isCancelled else { return }
                view.show(album, details)
                (files, tracks) = (details.files, details.tracks)
            } catch {
                guard let self, !Task.isCancelled else { return }
                (files, tracks) = (nil, [])
                tell(String(describing: error))
            }
        }
    }

    private enum Opening {
        case player, folder
    }

    /// Plays the album from a track on.
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
            localized("{path} does not exist. Connect its disk, or import its folder again.", ["path": path])
        case .noProgram where what == .player:
            localized("No music player is set up. Install one, or choose one in the settings.")
        case .noProgram:
            localized("No file manager is set up. Install one, or choose one in the settings.")
        case .failed(let path, let reason):
            localized(
                "{path} could not be opened. Choose another program for it in the settings. Details: {reason}",
                ["path": path, "reason": reason])
        }
    }
}
