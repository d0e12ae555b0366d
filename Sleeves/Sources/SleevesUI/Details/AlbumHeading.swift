import GTKAdapters
import Localization
import SleevesLibrary

/// The album's title and artist, with buttons for its actions.
@MainActor
final class AlbumHeading: Box {
    /// Called when the user opens the artist.
    var onArtist: ((String) -> Void)?

    private let title: Label
    private let artist = Label(style: "title-4", "dim-label", "quiet-link")
    /// The most important button.
    let play = Button(
        localized("Play"),
        icon: "media-playback-start-symbolic",
        style: "pill"
    )
    private let more = MenuButton(icon: "view-more-symbolic", tooltip: localized("Change the Album"), menu: AlbumMenu.menu)
    private let openFolder = Button(icon: "folder-open-symbolic", tooltip: localized("Open Folder"), style: "circular")

    /// - Parameter style: The style class of the title.
    init(style: String) {
        title = Label(style: style)
        title.setAccessibleRole(.heading)
        super.init(.vertical, spacing: 6)
        for label in [title, artist] {
            label.wraps = true
            label.lineLimit = 4
            label.isEllipsized = true
            label.textAlignment = 0.5
            label.isSelectable = true
            append(label)
        }
        play.actionName = "app.play"
        openFolder.actionName = "app.open-folder"
        more.addStyle("circular")
        let buttons = Box(.horizontal, spacing: 12, [play, openFolder, more])
        buttons.horizontalAlignment = .center
        buttons.margins = Margins(top: 12)
        for button in [openFolder, more] { button.verticalAlignment = .center }
        append(buttons)
    }

    /// Moves the keyboard focus to the first button.
    func takeFocus() {
        if !(play.isVisible && play.grabFocus()) { more.grabFocus() }
    }

    /// Shows an album's names and only the buttons that apply to it.
    func show(_ album: Album, hasFiles: Bool) {
        if title.text != album.title {
            title.text = album.title
            title.tooltip = album.title.count > 80 ? album.title : nil
        }
        if artist.text != album.artist {
            artist.showLinks([album.artist]) { [weak self, artist = album.artist] _ in self?.onArtist?(artist) }
            artist.tooltip = localized("More by This Artist")
        }
        play.isVisible = hasFiles
        openFolder.isVisible = hasFiles
    }
}
