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
    /// The year, the label, the format and the playing time.
    private let summary = Label(style: "dim-label")
    /// The user's opinion.
    let rating = RatingRow()
    /// The most important button.
    let play = Button(PlayerCommand.play.name, icon: PlayerCommand.play.icon, style: "pill")
    /// The most important button of a wish.
    let get = Button(localized("I Got It"), style: "pill", "suggested-action")
    private let more = MenuButton(icon: "view-more-symbolic", tooltip: localized("Change the Album"), menu: AlbumMenu.menu)
    /// Whether another button has the focus until the most important one can take it.
    private var isAwaitingPlay = false
    private let openFolder = Button(icon: "folder-open-symbolic", tooltip: localized("Open Folder"), style: "circular")

    /// - Parameters:
    ///   - style: The style class of the title.
    ///   - isWide: Whether the opinion has room beside the buttons.
    init(style: String, isWide: Bool) {
        title = Label(style: style)
        title.setAccessibleRole(.heading)
        super.init(.vertical, spacing: 6)
        for label in [title, artist, summary] {
            label.wraps = true
            label.lineLimit = 4
            label.isEllipsized = true
            label.textAlignment = 0.5
            append(label)
        }
        for label in [title, artist] { label.isSelectable = true }
        if !isWide { append(rating) }
        show(nil)
        openFolder.actionName = "app.open-folder"
        get.actionName = "app.got-it"
        // A narrow window has no room for both, also before the first album is shown.
        get.isVisible = false
        more.addStyle("circular")
        let buttons = Box(.horizontal, spacing: 12, [play, get, openFolder, more])
        buttons.horizontalAlignment = .center
        buttons.margins = Margins(top: 12)
        for button in [openFolder, more] { button.verticalAlignment = .center }
        // In the middle of the largest button's height.
        if isWide { rating.margins = Margins(top: 19) }
        append(isWide ? Clamp(Columns(rating, buttons, threshold: 460, share: 50), width: 520) : buttons)
    }

    /// Moves the keyboard focus to the first button. While the album is still being read, it isn't known which buttons there will be.
    func takeFocus() {
        isAwaitingPlay = ![play, get].contains { $0.isVisible && $0.grabFocus() }
        if isAwaitingPlay { more.grabFocus() }
    }

    /// Offers to pause the album if it plays, and to go on with it if it is paused; otherwise, to play it from the beginning.
    func show(_ mark: PlayingMark?) {
        let command = PlayerCommand(isPlaying: mark?.isPaused == false)
        play.show(command.name, icon: command.icon)
        play.actionName = mark == nil ? "app.play" : "app.play-pause"
    }

    /// Shows an album's names and only the buttons that apply to it.
    func show(_ album: Album, _ contents: AlbumDetails) {
        let hasFiles = contents.files != nil
        if title.text != album.title {
            title.text = album.title
            title.tooltip = album.title.count > 80 ? album.title : nil
        }
        if artist.text != album.artist {
            artist.showLinks([album.artist]) { [weak self, artist = album.artist] _ in self?.onArtist?(artist) }
            artist.tooltip = localized("More by This Artist")
        }
        let line = Self.summary(of: album, contents)
        if summary.text != line { summary.text = line }
        summary.isVisible = !line.isEmpty
        rating.show(contents.opinion)
        play.isVisible = hasFiles
        get.isVisible = !hasFiles && !contents.copies.isEmpty && contents.copies.allSatisfy(\.record.isWanted)
        openFolder.isVisible = hasFiles
        if isAwaitingPlay, more.containsFocus { _ = [play, get].contains { $0.isVisible && $0.grabFocus() } }
        isAwaitingPlay = false
    }

    private static func summary(of album: Album, _ contents: AlbumDetails) -> String {
        let release = contents.release
        let label = [release?.labels.first, release?.catalogueNumber].compactMap(\.self).joined(separator: " ")
        let format = AlbumFacet.formats(in: release?.format ?? "").map { FormatWord.word(for: $0.part) }.joined(separator: ", ")
        let parts = [album.year.map(String.init), label, format, PlayingTime.roundedTotal(of: contents.tracks.map(\.seconds))]
        return parts.compactMap(\.self).filter { !$0.isEmpty }.joined(separator: " · ")
    }
}
