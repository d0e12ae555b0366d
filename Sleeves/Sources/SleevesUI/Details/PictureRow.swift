import GTKAdapters
import Heed
import Localization
import SleevesLibrary

/// An album's pictures, in a row. A click on one shows it in the place of the cover. A button then makes it the cover, and one beside it says what a
/// kept picture shows.
@MainActor
final class PictureRow: Box {
    /// Called with a picture to show; `nil` for the cover.
    var onShow: ((Texture?) -> Void)?
    /// Called with a picture that the user wants as the cover of an album.
    var onUse: ((AlbumPicture, Album.ID) -> Void)?
    /// Called with what a kept picture of an album shows; `nil` to remove it.
    var onKind: ((AlbumPicture.Kind?, CoverDigest, Album.ID) -> Void)?
    /// The widget that gets the keyboard focus if the pictures are gone.
    weak var fallback: Widget?

    /// The side of a picture, in logical pixels.
    private static let side = 56

    private let library: LibraryAPI
    private let line = Box(.horizontal, spacing: 6)
    private let use = Button(localized("Use as Cover"), style: "pill")
    /// Says what the shown picture shows, and offers other kinds.
    private lazy var kind = PopoverButton("") { [weak self] in self?.makeKinds() ?? Box(.vertical) }
    private lazy var kinds = ListBox(style: "boxed-list")
    private var items: [(picture: AlbumPicture, view: Picture, button: ToggleButton)] = []
    /// The pictures that can't be shown.
    private var broken: Set<AlbumPicture> = []
    private weak var album: Album?
    /// The shown picture; `nil` for the cover.
    private var shown: AlbumPicture?
    /// The album's cover when the picture was chosen.
    private var coverBefore: CoverStatus?
    private let requests = Subject<Album>()
    private var receptionist: Receptionist?
    private var showing: Task<Void, Never>?

    init(library: LibraryAPI) {
        self.library = library
        line.horizontalAlignment = .center
        // Room for the mark of the shown picture.
        line.margins = Margins(horizontal: 3, vertical: 0)
        let scrolled = ScrolledWindow(line, scrollsSideways: true)
        scrolled.setMinimumSize(height: Self.side + 24)
        let tools = Box(.horizontal, spacing: 6, [use])
        tools.horizontalAlignment = .center
        super.init(.vertical, spacing: 12, [scrolled, tools])
        kind.addStyle("pill")
        kind.onOpen = { [weak self] in self?.fillKinds() }
        tools.append(kind)
        setAccessibleRole(.group)
        setAccessibleLabel(localized("Pictures"))
        isVisible = false
        use.onClick = { [weak self] in
            guard let self, let shown, let album else { return }
            onUse?(shown, album.id)
            choose(nil)
        }
        receptionist = Receptionist(for: .values(of: requests), on: .mainActor, delivering: .latest.switchToLatest) { [weak self] album in
            await self?.read(album)
        }
    }

    /// Shows the pictures of an album, once they are found, and its cover.
    func show(_ album: Album) {
        if album !== self.album {
            self.album = album
            choose(nil)
            fill([])
        }
        requests.notify(album)
    }

    private func read(_ album: Album) async {
        let found = await library.pictures(of: album.id)
        if Task.isCancelled || album !== self.album { return }
        let pictures = found.allSatisfy { Self.isCover($0, of: album) } ? [] : found
        if pictures != items.map(\.picture) {
            choose(nil)
            fill(pictures)
        }
        mark()
        for (picture, view, _) in items where !broken.contains(picture) && view.texture == nil {
            let image = await library.image(of: picture, size: .standard)
            if Task.isCancelled { return }
            if image == nil { broken.insert(picture) }
            view.texture = image.map(Texture.init)
        }
    }

    private func fill(_ pictures: [AlbumPicture]) {
        let former = items
        broken = []
        items = zip(pictures, Self.names(of: pictures)).map { picture, name in
            let view = Picture(fit: .cover)
            view.setMinimumSize(width: Self.side, height: Self.side)
            view.setAccessibleRole(.presentation)
            let button = ToggleButton(view, accessibleLabel: name, style: "flat", "picture") { [weak self] in
                guard let self else { return }
                choose(picture == shown || album.map { Self.isCover(picture, of: $0) } == true ? nil : picture)
            }
            button.verticalAlignment = .center
            line.append(button)
            return (picture, view, button)
        }
        for item in former {
            if let other = items.first?.button ?? fallback { item.button.passFocus(to: other) }
            line.remove(item.button)
        }
        isVisible = !items.isEmpty
    }

    /// Shows a picture in the place of the cover; `nil` for the cover.
    private func choose(_ picture: AlbumPicture?) {
        let wasShown = shown != nil
        shown = picture
        coverBefore = album?.record.shownCover
        // Before what has the keyboard is hidden.
        if picture?.digest == nil, let next = picture == nil ? items.first?.button ?? fallback : use { kind.passFocus(to: next) }
        if picture == nil, let next = items.first?.button ?? fallback { use.passFocus(to: next) }
        use.isVisible = picture != nil
        kind.isVisible = picture?.digest != nil
        // Translators: {kind} is the part of a record that a picture shows, such as “Back”.
        if let picture { kind.label = localized("Shows: {kind}", ["kind": picture.kind.name]) }
        mark()
        showing?.cancel()
        guard let picture else { return wasShown ? onShow?(nil) ?? () : () }
        showing = Task { [weak self, library] in
            let image = await library.image(of: picture, size: .large)
            if let image, !Task.isCancelled { self?.onShow?(Texture(image)) }
        }
    }

    /// Makes the button of the shown picture look pressed, or that of the cover's picture. Another cover takes the picture's place.
    func mark() {
        if shown != nil, let album, album.record.shownCover != coverBefore { return choose(nil) }
        for item in items {
            item.button.isOn = shown.map { $0 == item.picture } ?? album.map { Self.isCover(item.picture, of: $0) } ?? false
        }
    }

    /// Returns whether an album's cover comes from a picture.
    private static func isCover(_ picture: AlbumPicture, of album: Album) -> Bool {
        switch picture.place {
        case .file(let path): album.record.chosenCover == nil && album.record.localCover == .file(path: path)
        case .kept(let digest): album.record.chosenCover == digest
        }
    }

    // MARK: Kept pictures

    private func makeKinds() -> Widget {
        kinds.setAccessibleLabel(localized("What the Picture Shows"))
        kinds.setMinimumSize(width: 220)
        return kinds
    }

    private func fillKinds() {
        guard let shown, let digest = shown.digest, let album = album?.id else { return }
        let choose: @MainActor (AlbumPicture.Kind?) -> Void = { [weak self] kind in
            self?.kind.close()
            if kind != shown.kind { self?.onKind?(kind, digest, album) }
        }
        kinds.removeAll()
        for kind in AlbumPicture.Kind.allCases {
            let row = ActionRow(kind.name)
            row.onActivate = { choose(kind) }
            kinds.append(row)
            row.mark(asChosen: kind == shown.kind)
        }
        let removal = ActionRow(localized("Remove the Picture"))
        removal.onActivate = { choose(nil) }
        kinds.append(removal)
    }

    /// Returns the names of pictures, numbered where there are several of a kind.
    private static func names(of pictures: [AlbumPicture]) -> [String] {
        var counts: [AlbumPicture.Kind: Int] = [:]
        return pictures.map { picture in
            counts[picture.kind, default: 0] += 1
            let isOnly = pictures.count { $0.kind == picture.kind } == 1
            guard !isOnly else { return picture.kind.name }
            return localized("{name} {number}", ["name": picture.kind.name, "number": String(counts[picture.kind] ?? 1)])
        }
    }
}

extension AlbumPicture {
    /// The picture's digest, if the user keeps it.
    fileprivate var digest: CoverDigest? {
        if case .kept(let digest) = place { digest } else { nil }
    }
}

extension AlbumPicture.Kind {
    /// The name of what such a picture shows.
    var name: String {
        switch self {
        case .front: localized("Front", context: "of a record's sleeve")
        case .back: localized("Back", context: "of a record's sleeve")
        case .booklet: localized("Booklet")
        case .medium: localized("Disc", context: "a picture of it")
        case .other: localized("Picture")
        }
    }
}
