import GTKAdapters
import Heed
import SleevesLibrary

/// A controller that handles drops by type: anything that can be imported is imported, wherever it is dropped. Anything else that is
/// dropped on an album is treated as a picture of it.
@MainActor
final class DropController {
    private let library: LibraryAPI
    private let takePictures: @MainActor ([CoverOrigin], Album.ID) -> Void
    private let importPlaces: @MainActor ([String]) -> Void
    private var observation: ObservationToken?

    /// - Parameters:
    ///   - takePictures: Makes one of several pictures an album's cover, and keeps the others.
    ///   - importPlaces: Imports folders and lists.
    init(
        window: ApplicationWindow,
        library: LibraryAPI,
        hub: NotificationHub,
        takePictures: @escaping @MainActor ([CoverOrigin], Album.ID) -> Void,
        importPlaces: @escaping @MainActor ([String]) -> Void
    ) {
        self.library = library
        self.takePictures = takePictures
        self.importPlaces = importPlaces
        let target = DropTarget(accepting: .files)
        target.onDrop = { dropped in
            switch dropped {
            case .files(let paths): importPlaces(paths)
            case .address(let address): importPlaces([address])
            case .picture: return false
            }
            return true
        }
        window.add(target)
        window.addStyle("drop-place")
        observation = hub.observe(DroppedOnAlbum.self, on: .glib) { [weak self] in self?.take($0.dropped, on: $0.album) }
    }

    private func take(_ dropped: DropTarget.Dropped, on album: Album.ID) {
        switch dropped {
        case .files(let paths): Task { await take(paths, on: album) }
        case .address(let address): takePictures([.address(address)], album)
        case .picture(let bytes): takePictures([.bytes(bytes)], album)
        }
    }

    private func take(_ paths: [String], on album: Album.ID) async {
        guard let first = paths.first else { return }
        if await library.canImport(first) { importPlaces(paths) } else { takePictures(paths.map { .file(path: $0) }, album) }
    }
}
