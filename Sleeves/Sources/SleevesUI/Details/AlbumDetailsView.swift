import GTKAdapters
import Heed
import SleevesLibrary
import SleevesPlayer

/// The details of the selected album: its names, a table, its copies, its files, its tracks. Beside the wall it is a page with the cover and the
/// tracks first; below the strip, which has the cover, it is as wide as the window, and the table stands beside the tracks.
@MainActor
final class AlbumDetailsView: Bin {
    /// The cover, on a page.
    let cover: PageCover?
    /// The frame of a page; `nil` below the strip.
    private let frame: PageFrame?
    private let heading: AlbumHeading
    private let question: CoverQuestion
    private let facts = AlbumFacts()
    private let copies = CopiesList()
    /// The pictures below the cover, on a page.
    private let pictures: PictureRow?
    private let rips = RipsList()
    private let tracks = TrackList()
    private let scrolled = ScrolledWindow()
    private var receptionist: Receptionist?
    private var marking: Receptionist?
    /// The track that plays.
    private var mark: PlayingMark?
    private lazy var tint = CoverTint(page: background ?? self, button: heading.play)
    private var album: Album.ID?
    private weak var shown: Album?
    private var contents: AlbumDetails?

    /// The widget that has the colours of the album's cover in its background, if it isn't this one. Set it before an album is shown.
    weak var background: Widget?

    /// Called with the position of a track to play the album from.
    var onPlay: ((Int) -> Void)? {
        get { tracks.onPlay }
        set { tracks.onPlay = newValue }
    }

    /// Called with a facet that the user opens: the artist, or one of the table.
    var onFacet: ((AlbumFacet) -> Void)? {
        didSet {
            facts.onFacet = onFacet
            copies.onFacet = onFacet
            heading.onArtist = { [weak self] name in self?.onFacet?(.artist(name)) }
        }
    }

    /// Called with a copy of the album that the user wants to be played.
    var onChooseCopy: ((AlbumOrigin.Rip) -> Void)? {
        get { rips.onChoose }
        set { rips.onChoose = newValue }
    }

    /// Called with a picture that the user wants as the cover of an album.
    var onUsePicture: ((AlbumPicture, Album.ID) -> Void)?

    /// Called with what a kept picture of an album shows; `nil` to remove it.
    var onPictureKind: ((AlbumPicture.Kind?, CoverDigest, Album.ID) -> Void)? {
        get { pictures?.onKind }
        set { pictures?.onKind = newValue }
    }

    /// - Parameters:
    ///   - layout: The view that the details belong to.
    ///   - player: Its track is marked.
    ///   - hub: The hub to post a message on when a picture is dropped here.
    init(for layout: AlbumLayout, library: LibraryAPI, player: Player, hub: NotificationHub, choices: NetworkChoices) {
        question = CoverQuestion(choices)
        heading = AlbumHeading(style: layout == .wall ? "title-2" : "title-1", isWide: layout == .strip)
        cover = layout == .wall ? PageCover(library: library, hub: hub, side: PageFrame.sides.upperBound) : nil
        let record = Box(.vertical, spacing: 24, [facts, copies, rips])
        pictures = cover.map { _ in PictureRow(library: library) }
        frame = cover.map { [pictures, heading, question, tracks] cover in
            PageFrame(cover, [pictures, heading, question, tracks, record].compactMap(\.self))
        }
        super.init()
        let drop = DropTarget(accepting: .filesAndPictures)
        drop.onDrop = { [weak self] dropped in
            guard let album = self?.album else { return false }
            hub.post(DroppedOnAlbum(album: album, dropped: dropped))
            return true
        }
        copies.onRequest = { request in hub.post(request) }
        heading.rating.onChange = { [weak self] act in
            if let album = self?.album { hub.post(AlbumRated(album: album, act: act)) }
        }
        pictures?.onShow = { [weak cover] texture in cover?.showOther(texture) }
        pictures?.onUse = { [weak self] picture, album in self?.onUsePicture?(picture, album) }
        pictures?.fallback = heading.play
        // Without them, only suggestions are missing.
        copies.commonValues = { (try? await library.commonCopyValues()) ?? [:] }
        add(drop)
        addStyle("drop-place")
        child = frame ?? wide(record)
        marking = Receptionist(for: .values(of: player, \.mark).removeDuplicates(), on: .glib, delivering: .latest) { [weak self] mark in
            self?.mark = mark
            self?.showMark()
        }
    }

    /// Returns the contents for below the strip, with the table beside the tracks.
    private func wide(_ record: Widget) -> Widget {
        let column = Box(.vertical, spacing: 24, [heading, question, Columns(record, tracks)])
        column.margins = Margins(horizontal: 12, vertical: 24)
        scrolled.child = Clamp(column, width: 960)
        scrolled.expandsVertically = true
        return scrolled
    }

    private func showMark() {
        let mark = mark?.album == album ? mark : nil
        tracks.mark = mark
        heading.show(mark)
    }

    /// Adapts a page's width to the window's.
    func makeRoom(windowWidth: Int, isBesideWall: Bool) {
        frame?.makeRoom(windowWidth: windowWidth, isBesideWall: isBesideWall)
    }

    /// Shows an album, and follows it when it changes.
    func show(_ album: Album, _ contents: AlbumDetails) {
        cover?.show(album)
        pictures?.mark()
        question.show(album.cover)
        tint.show(album.cover)
        // An import changes the library again and again, but hardly ever this album.
        guard shown !== album || self.contents != contents else { return }
        self.contents = contents
        fill(from: album, contents)
        copies.show(contents.copies, of: album.id)
        pictures?.show(album)
        rips.show(contents.origin)
        if self.album != album.id {
            frame?.scrollToTop()
            scrolled.scrollToTop()
            tracks.forgetFocus()
        }
        (self.album, shown) = (album.id, album)
        showMark()
        tracks.show(contents.tracks, titles: contents.release?.discSubtitles ?? [:])
        receptionist = Receptionist(for: .changes(of: album, \.details), on: .glib, delivering: .latest) { [weak self, weak album] _ in
            guard let album else { return }
            self?.fill(from: album, contents)
        }
    }

    /// Moves the keyboard focus to the first button.
    func takeFocus() {
        heading.takeFocus()
    }

    private func fill(from album: Album, _ contents: AlbumDetails) {
        heading.show(album, contents)
        facts.show(album, contents)
    }
}

extension Album {
    /// All properties of the album that the details show, as one value to observe.
    fileprivate var details: [String] {
        [
            artist, title, genre ?? "", year.map(String.init) ?? "", trackCount.map(String.init) ?? "",
            record.added.map { "\($0.timeIntervalSince1970)" } ?? "",
        ]
    }
}
