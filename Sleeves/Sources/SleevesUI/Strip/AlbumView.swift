import GTKAdapters
import Heed
import Localization
import SleevesLibrary

/// One cover in the strip: the picture, a spinner while it is on its way, a drawn stand-in where there is none.
///
/// The view asks for a cover by posting ``CoverRequested``, without knowing who listens. Two receptionists bring the cover's changes from
/// whatever thread they happen on to the main loop: one shows the picture, one stops the spinner. When the view is gone, they are too.
@MainActor
final class AlbumView: Overlay {
    /// A cover that comes sooner is there at once, without the stand-in fading under it; one from the disk does.
    private static let noticeable = Duration.milliseconds(60)
    /// Where a cover comes sooner, or the album goes by, nobody reads names; laying out texts is the dearest part of a frame.
    private static let readable = 120
    /// A cover that comes sooner needs no spinner.
    private static let patience = 200

    private let picture = Picture(fit: .cover)
    private let standIn = StandInView()
    private let spinner = Spinner()
    private let hub: NotificationHub
    private(set) var album: Album?
    private var receptionists: [Receptionist] = []
    private var shown = ContinuousClock.now
    private var requestedSize = CoverSize.standard
    private var waiting: MainLoopSource?
    private var naming: MainLoopSource?
    private var scaling: ObservationToken?
    private lazy var fading = FadeIn(picture, milliseconds: 160)

    init(hub: NotificationHub) {
        self.hub = hub
        super.init(standIn)
        addStyle("album", "drop-place")
        standIn.addStyle("cover", "stand-in")
        picture.addStyle("cover")
        picture.clipsContent = true
        picture.setAccessibleLabel(localized("Cover"))
        picture.isVisible = false
        spinner.horizontalAlignment = .center
        spinner.verticalAlignment = .center
        spinner.setMinimumSize(width: 32, height: 32)
        spinner.isVisible = false
        addOverlay(picture)
        addOverlay(spinner)
        let drop = DropTarget(accepting: .filesAndPictures)
        drop.onDrop = { [weak self] dropped in
            guard let album = self?.album?.id else { return false }
            hub.post(DroppedOnAlbum(album: album, dropped: dropped))
            return true
        }
        add(drop)
        scaling = observe(\.scaleFactor) { [weak self] _ in self?.followScale() }
    }

    isolated deinit {
        dismiss()
    }

    /// Shows an album instead of the one before.
    ///
    /// - Parameter name: What the album is called for those who do not see it.
    func show(_ album: Album, name: String) {
        // Also of the same album: it may have been edited.
        setAccessibleLabel(name)
        standIn.show(title: album.title, artist: album.artist, seed: album.id.rawValue)
        guard album !== self.album else {
            tooltip = album.heading
            return askAgain()
        }
        dismiss()
        self.album = album
        shown = .now
        standIn.hasNames = false
        naming = MainLoop.after(milliseconds: Self.readable) { [weak self] in self?.writeNames() }

        // The texture is made where the cover arrives: copying pixels is nothing for the main loop.
        let pictures = ObservationSource.values(of: album.cover, \.image).map { image in
            image.map { Texture(rgba: $0.pixels, width: $0.width, height: $0.height, stride: $0.stride) }
        }
        receptionists = [
            Receptionist(for: pictures, on: .glib, delivering: .latest) { [weak self] in self?.take($0) },
            Receptionist(for: .values(of: album.cover, \.isLoading), on: .glib, delivering: .latest) { [weak self] in self?.wait($0) },
        ]
        request()
    }

    /// Names the album for those who see it.
    private func writeNames() {
        tooltip = album?.heading
        if picture.texture == nil { standIn.hasNames = true }
    }

    /// What the screen shows sharply.
    private var wantedSize: CoverSize { scaleFactor > 1 ? .double : .standard }

    /// Asks for the cover.
    private func request() {
        guard let album else { return }
        requestedSize = wantedSize
        hub.post(CoverRequested(album: album.id, size: wantedSize), from: self)
    }

    /// Asks once more for a cover that was not to be had: the album may have one by now.
    private func askAgain() {
        guard let album else { return }
        switch album.cover.state {
        case .missing, .failed:
            hub.post(CoverDismissed(album: album.id), from: self)
            request()
        default: break
        }
    }

    /// The window has come to a screen with other pixels.
    private func followScale() {
        guard let album, requestedSize != wantedSize else { return }
        hub.post(CoverDismissed(album: album.id), from: self)
        request()
    }

    /// Shows that there is nothing to show.
    func showNothing() {
        dismiss()
        naming = nil
        standIn.show(title: "", artist: "", seed: "")
        setAccessibleLabel("")
        tooltip = nil
    }

    /// Stops showing the album, so that its picture need not be kept.
    private func dismiss() {
        show(nil)
        guard let album else { return }
        for receptionist in receptionists { receptionist.invalidate() }
        receptionists = []
        wait(false)
        self.album = nil
        hub.post(CoverDismissed(album: album.id), from: self)
    }

    /// Shows a cover that has come, or the stand-in where it has gone.
    private func take(_ texture: Texture?) {
        if texture == nil, picture.texture != nil { standIn.hasNames = true }
        show(texture)
    }

    private func show(_ texture: Texture?) {
        let comesLate = texture != nil && picture.texture == nil && .now - shown > Self.noticeable
        picture.texture = texture
        picture.isVisible = texture != nil
        // A screen reader would find them under the picture.
        if texture != nil { standIn.hasNames = false }
        if comesLate { fading.start() } else { fading.finish() }
    }

    /// Turns the spinner once the cover has been on its way for a while; it is not worth its cost before.
    private func wait(_ isWaiting: Bool) {
        waiting = nil
        guard isWaiting else { return spin(false) }
        waiting = MainLoop.after(milliseconds: Self.patience) { [weak self] in self?.spin(true) }
    }

    private func spin(_ isSpinning: Bool) {
        guard spinner.isSpinning != isSpinning else { return }
        spinner.isVisible = isSpinning
        spinner.isSpinning = isSpinning
    }
}
