import GTKAdapters
import Heed
import SleevesLibrary

/// One cover in the strip: the picture, a spinner while it is on its way, a drawn stand-in where there is none.
///
/// The view asks for a cover by posting ``CoverRequested``, without knowing who listens. Two receptionists bring the cover's changes from
/// whatever thread they happen on to the main loop: one shows the picture, one stops the spinner. When the view is gone, they are too.
@MainActor
final class AlbumView: Overlay {
    private let picture = Picture(fit: .cover)
    private let standIn = StandInView()
    private let spinner = Spinner()
    private let hub: NotificationHub
    private var album: Album?
    private var receptionists: [Receptionist] = []

    init(hub: NotificationHub) {
        self.hub = hub
        super.init(standIn)
        addStyle("album")
        standIn.addStyle("cover", "stand-in")
        picture.addStyle("cover")
        picture.clipsContent = true
        picture.isVisible = false
        spinner.horizontalAlignment = .center
        spinner.verticalAlignment = .center
        spinner.setMinimumSize(width: 32, height: 32)
        addOverlay(picture)
        addOverlay(spinner)
    }

    isolated deinit {
        dismiss()
    }

    /// Shows an album instead of the one before.
    func show(_ album: Album) {
        guard album !== self.album else { return }
        dismiss()
        self.album = album
        standIn.show(title: album.title, artist: album.artist, seed: album.id.rawValue)
        setAccessibleLabel(album.heading)
        tooltip = album.heading
        show(album.cover.image)

        receptionists = [
            Receptionist(for: album.cover, \.image, options: [.initial, .new], on: .glib, delivering: .latest) { [weak self] change in
                self?.show(change.newValue ?? nil)
            },
            Receptionist(for: album.cover, \.isLoading, options: [.initial, .new], on: .glib, delivering: .latest) { [weak self] change in
                self?.spinner.isSpinning = change.newValue ?? false
            },
        ]
        if album.cover.image == nil { spinner.isSpinning = true }
        hub.post(CoverRequested(album: album.id), from: self)
    }

    /// Stops showing the album, so that its picture need not be kept.
    private func dismiss() {
        guard let album else { return }
        for receptionist in receptionists { receptionist.invalidate() }
        receptionists = []
        self.album = nil
        hub.post(CoverDismissed(album: album.id), from: self)
    }

    private func show(_ image: CoverImage?) {
        picture.texture = image.map { Texture(rgba: $0.pixels, width: $0.width, height: $0.height, stride: $0.stride) }
        picture.isVisible = image != nil
    }
}
