import GTKAdapters
import Heed
import Localization
import SleevesLibrary

/// A cover: the picture, a spinner while it loads, or a drawn placeholder without one.
///
/// A cover that is shown larger than the standard size is shown in that size first, and sharpened once the view has kept its album and its
/// size for a moment. So neither albums that scroll by nor a window that is being resized cause requests for larger pictures.
///
/// The view requests a cover by posting ``CoverRequested``, without knowing the observer. Two receptionists bring the cover's changes from
/// any thread to the main loop: one shows the picture, one stops the spinner. They are released with the view.
@MainActor
final class AlbumView: Overlay {
    /// The delay after which a cover fades in over the placeholder instead of appearing at once. Covers from the disk arrive sooner.
    private static let noticeable = Duration.milliseconds(60)
    /// The delay before the names appear, in milliseconds. Laying out texts is the most expensive part of a frame, and nobody reads them if
    /// the cover arrives sooner or the album scrolls by.
    private static let readable = 120
    /// The delay before a larger picture is requested, in milliseconds.
    private static let settled = 150
    /// The delay before the spinner appears, in milliseconds.
    private static let patience = 200

    private let picture = Picture(fit: .cover)
    private let standIn = StandInView()
    /// Made when it is first needed. Of a wall of covers, few ever need it.
    private var spinner: Spinner?
    private let hub: NotificationHub
    private(set) var album: Album?
    /// The album's name for screen readers, without the mark.
    var spokenName: String? {
        didSet { nameForScreenReaders() }
    }
    /// The track that plays. The view marks its album if it is that one.
    var mark: PlayingMark? {
        didSet { if mark != oldValue { showMark() } }
    }
    /// Made when it is first needed.
    private var badge: PlayingBadge?
    private var receptionists: [Receptionist] = []
    private var shown = ContinuousClock.now
    private var requestedSize = CoverSize.standard
    private let showsNames: Bool
    private let largestSize: CoverSize
    private var waiting: MainLoopSource?
    private var naming: MainLoopSource?
    private var sharpening: MainLoopSource?
    private var scaling: ObservationToken?
    private lazy var fading = FadeIn(picture, milliseconds: 160)

    /// The side that the cover is shown at, in logical pixels.
    var side: Int {
        didSet {
            if side != oldValue { noteSize() }
        }
    }

    /// - Parameters:
    ///   - side: The side that the cover is shown at, in logical pixels.
    ///   - largestSize: The largest size to request.
    ///   - showsNames: Whether the placeholder has the album's names.
    init(hub: NotificationHub, side: Int = 200, largestSize: CoverSize = .double, showsNames: Bool = true) {
        self.hub = hub
        self.side = side
        self.largestSize = largestSize
        self.showsNames = showsNames
        super.init(standIn)
        addStyle("album", "drop-place")
        standIn.addStyle("cover", "stand-in")
        picture.addStyle("cover-picture")
        picture.setAccessibleLabel(localized("Cover"))
        addOverlay(picture)
        let drop = DropTarget(accepting: .filesAndPictures)
        drop.onDrop = { [weak self] dropped in
            guard let album = self?.album?.id else { return false }
            hub.post(DroppedOnAlbum(album: album, dropped: dropped))
            return true
        }
        add(drop)
        scaling = observe(\.scaleFactor) { [weak self] _ in self?.noteSize() }
    }

    isolated deinit {
        dismiss()
    }

    /// Whether the view's album is the one that plays.
    var isMarked: Bool { album != nil && mark?.album == album?.id }

    /// The album's name for screen readers, with the mark.
    var markedName: String? { isMarked ? spokenName.map(Album.spokenName(ofPlaying:)) : spokenName }

    private func nameForScreenReaders() {
        if let markedName { setAccessibleLabel(markedName) }
    }

    private func showMark() {
        if isMarked, badge == nil {
            let badge = PlayingBadge()
            addOverlay(badge)
            self.badge = badge
        }
        badge?.show(isMarked ? mark : nil)
        nameForScreenReaders()
    }

    /// Shows an album instead of the previous one.
    ///
    /// - Parameter name: The album's name for screen readers; `nil` where something else has it.
    func show(_ album: Album, name: String?) {
        // Also for the same album, because it may have been edited.
        spokenName = name
        standIn.show(title: album.title, artist: album.artist, seed: album.id.rawValue, pixels: pixels)
        guard album !== self.album else {
            tooltip = album.heading
            return askAgain()
        }
        dismiss()
        self.album = album
        showMark()
        shown = .now
        standIn.hasNames = false
        if showsNames { naming = MainLoop.after(milliseconds: Self.readable) { [weak self] in self?.writeNames() } }

        // The texture is created on the thread where the cover arrives, because the main loop shouldn't copy pixels.
        let pictures = ObservationSource.values(of: album.cover, \.image).map { image in
            image.map(Texture.init)
        }
        receptionists = [
            Receptionist(for: pictures, on: .glib, delivering: .latest) { [weak self] in self?.take($0) },
            Receptionist(for: .values(of: album.cover, \.isLoading), on: .glib, delivering: .latest) { [weak self] in self?.wait($0) },
        ]
        request()
    }

    /// Shows the album's names on the placeholder.
    private func writeNames() {
        tooltip = album?.heading
        if picture.texture == nil { standIn.hasNames = true }
    }

    /// The size that is sharp on the screen.
    private var wantedSize: CoverSize { min(largestSize, CoverSize(pixels: pixels)) }

    private var pixels: Int { side * scaleFactor }

    private func noteSize() {
        standIn.draw(pixels: pixels)
        followSize()
    }

    /// Requests the cover.
    private func request(_ size: CoverSize = .standard) {
        guard let album else { return }
        requestedSize = size
        hub.post(CoverRequested(album: album.id, size: size), from: self)
    }

    /// Requests a missing or failed cover again, because the album may have one by now.
    private func askAgain() {
        guard let album else { return }
        switch album.cover.state {
        case .missing, .failed:
            sharpening = nil
            hub.post(CoverDismissed(album: album.id), from: self)
            request()
        default: break
        }
    }

    /// Requests the cover in another size, if it is still needed in a moment. Without a picture there is nothing to sharpen: the search for
    /// one would only begin again.
    private func followSize() {
        sharpening = nil
        guard album != nil, picture.texture != nil, requestedSize != wantedSize else { return }
        sharpening = MainLoop.after(milliseconds: Self.settled) { [weak self] in self?.changeSize() }
    }

    private func changeSize() {
        guard let album else { return }
        let isLarger = wantedSize > requestedSize
        // The picture at hand stays until there is a larger one. A smaller one would not replace it while it is requested.
        if !isLarger { hub.post(CoverDismissed(album: album.id), from: self) }
        request(wantedSize)
        if isLarger { hub.post(CoverDismissed(album: album.id), from: self) }
    }

    /// Shows an empty view.
    func showNothing() {
        dismiss()
        naming = nil
        standIn.show(title: "", artist: "", seed: "", pixels: pixels)
        spokenName = ""
        tooltip = nil
    }

    /// The shown picture.
    var texture: Texture? { picture.texture }

    /// Stops showing the album, so that its picture can be released.
    func dismiss() {
        show(nil)
        guard let album else { return }
        for receptionist in receptionists { receptionist.invalidate() }
        receptionists = []
        sharpening = nil
        wait(false)
        self.album = nil
        if badge != nil { showMark() }
        hub.post(CoverDismissed(album: album.id), from: self)
    }

    /// Shows a cover that has arrived, or the placeholder if it is gone.
    private func take(_ texture: Texture?) {
        if texture == nil, let album {
            switch album.cover.state {
            // The cover is about to come in another size.
            case .unknown, .loading, .present: if picture.texture != nil { return }
            case .wanted, .missing, .failed: break
            }
        }
        if texture == nil, picture.texture != nil, showsNames { standIn.hasNames = true }
        show(texture)
        followSize()
    }

    private func show(_ texture: Texture?) {
        let comesLate = texture != nil && picture.texture == nil && .now - shown > Self.noticeable
        picture.texture = texture
        // Screen readers would find the names under the picture.
        if texture != nil { standIn.hasNames = false }
        if comesLate { fading.start() } else { fading.finish() }
    }

    /// Shows the spinner after the cover has been loading for a while. Before that, it isn't worth its cost.
    private func wait(_ isWaiting: Bool) {
        waiting = nil
        guard isWaiting else { return spin(false) }
        waiting = MainLoop.after(milliseconds: Self.patience) { [weak self] in self?.spin(true) }
    }

    private func spin(_ isSpinning: Bool) {
        guard isSpinning != (spinner?.isSpinning ?? false) else { return }
        let spinner = self.spinner ?? makeSpinner()
        spinner.isVisible = isSpinning
        spinner.isSpinning = isSpinning
    }

    private func makeSpinner() -> Spinner {
        let spinner = Spinner()
        spinner.horizontalAlignment = .center
        spinner.verticalAlignment = .center
        spinner.setMinimumSize(width: 32, height: 32)
        addOverlay(spinner)
        self.spinner = spinner
        return spinner
    }
}
