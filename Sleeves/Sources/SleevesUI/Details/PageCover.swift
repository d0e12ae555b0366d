import GTKAdapters
import Heed
import Localization
import SleevesLibrary

/// The cover on an album's page: first the picture that a cell shows, then, once it has been read, the largest one that there is. Another picture
/// can be shown in its place.
@MainActor
final class PageCover: Overlay {
    /// Called when the user clicks the cover.
    var onOpen: (() -> Void)?
    /// Called when another picture is shown.
    var onTexture: ((Texture?) -> Void)?
    /// The shown picture, in the largest size that there is so far.
    var shownTexture: Texture? { picture.texture ?? cover.texture }

    private let cover: AlbumView
    private let picture = Picture(fit: .cover)
    private let library: LibraryAPI
    private var receptionist: Receptionist?
    private var large: Texture?
    private var other: Texture?

    /// - Parameter side: The largest side that the cover is shown at, in logical pixels.
    init(library: LibraryAPI, hub: NotificationHub, side: Int) {
        self.library = library
        // Which every other view of the album has, too, so that it is there at once.
        cover = AlbumView(hub: hub, side: side, largestSize: .standard)
        super.init(cover)
        picture.addStyle("cover-picture")
        picture.setAccessibleRole(.presentation)
        addOverlay(picture)
        let click = ClickGesture()
        click.onRelease = { [weak self] _, _, _ in self?.onOpen?() }
        add(click)
    }

    /// Shows the cover of an album, and follows it when it changes.
    func show(_ album: Album) {
        guard album !== cover.album else { return cover.show(album, name: localized("Cover")) }
        (large, other) = (nil, nil)
        showLarge()
        cover.show(album, name: localized("Cover"))
        // A changed cover is read again, so that there is none for a moment. The same cover may come in another size, for another view.
        let presence = ObservationSource.values(of: album.cover, \.image).map { $0 != nil }.removeDuplicates()
        receptionist = Receptionist(for: presence, on: .mainActor, delivering: .switchToLatest) { [weak self, weak album] isPresent in
            guard let self, let album else { return }
            await enlarge(album, isPresent: isPresent)
        }
    }

    private func enlarge(_ album: Album, isPresent: Bool) async {
        let image = isPresent ? await library.largeCover(of: album.id) : nil
        if Task.isCancelled || album !== cover.album { return }
        large = image.map(Texture.init)
        showLarge()
    }

    /// Shows another picture in the place of the cover; `nil` for the cover.
    func showOther(_ texture: Texture?) {
        other = texture
        showLarge()
    }

    private func showLarge() {
        picture.texture = other ?? large
        onTexture?(shownTexture)
    }
}
