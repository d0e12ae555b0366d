import GTKAdapters
import Heed
import Localization
import SleevesLibrary

/// The cover on an album's page: like that of a cell, and then, as soon as it has been read, in the largest size there is.
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

    init(library: LibraryAPI, hub: NotificationHub) {
        self.library = library
        // Which every other view of the album has, too, so that it is there at once.
        cover = AlbumView(hub: hub, side: CoverSize.standard.pixels, largestSize: .standard)
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
        showLarge(nil)
        cover.show(album, name: localized("Cover"))
        let changes = ObservationSource.values(of: album.cover, \.image).removeDuplicates()
        receptionist = Receptionist(for: changes, on: .mainActor, delivering: .switchToLatest) { [weak self, weak album] image in
            guard let self, let album else { return }
            await enlarge(image, of: album)
        }
    }

    private func enlarge(_ image: CoverImage?, of album: Album) async {
        guard image != nil else { return showLarge(nil) }
        let large = await library.largeCover(of: album.id)
        if Task.isCancelled || album !== cover.album { return }
        showLarge(large.map(Texture.init))
    }

    private func showLarge(_ texture: Texture?) {
        picture.texture = texture
        onTexture?(shownTexture)
    }
}
