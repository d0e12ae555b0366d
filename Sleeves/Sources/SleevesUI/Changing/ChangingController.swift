import GTKAdapters
import Heed
import Localization
import SleevesLibrary

/// A controller that changes the selected albums: edits them, removes them from the library, sets another cover, or forgets a folder.
///
/// ``HistoryController`` undoes the changes.
@MainActor
final class ChangingController {
    private let library: LibraryAPI
    private let window: ApplicationWindow
    private let toasts: ToastOverlay
    private let maker: ChangeMaker
    private let copies: CopiesController
    private let choices: NetworkChoices
    /// The actions on the selected albums, and those on a single one.
    private var actions: [Action] = []
    private var singleActions: [Action] = []
    /// The action on several albums.
    private var joining: Action?
    /// The action on wishes.
    private var getting: Action?
    private var rating: ObservationToken?
    private var dialog: DialogWindow?
    private var chooser: FileChooser?

    /// Returns the selected albums.
    var selection: (() -> SelectedAlbums)?

    /// Called when the user changes the selected albums.
    var onUse: (() -> Void)? {
        didSet { copies.onUse = onUse }
    }

    /// The album to change; with several, the first one.
    var album: Album? {
        didSet { updateActions() }
    }
    /// The number of selected albums.
    var selectedCount = 1 {
        didSet { updateActions() }
    }

    /// Whether the selected albums are wishes.
    var areWishes = false {
        didSet { updateActions() }
    }

    init(
        _ application: Application, library: LibraryAPI, hub: NotificationHub, choices: NetworkChoices, window: ApplicationWindow,
        changes: ChangeQueue, toasts: ToastOverlay
    ) {
        self.library = library
        self.choices = choices
        maker = ChangeMaker(library, queue: changes, toasts: toasts)
        copies = CopiesController(application, hub: hub, window: window, maker: maker)
        self.window = window
        self.toasts = toasts
        actions = [
            application.addAction(.edit) { [weak self] in self?.edit() },
            application.addAction(.remove) { [weak self] in self?.remove() },
            application.addAction(.favourite) { [weak self] in self?.favour() },
        ]
        singleActions = [
            application.addAction("text-encoding") { [weak self] in self?.chooseEncoding() },
            application.addAction("split-album") { [weak self] in self?.split() },
            application.addAction("forget") { [weak self] in self?.forget() },
            application.addAction("find-covers") { [weak self] in self?.findCovers() },
            application.addAction("choose-cover") { [weak self] in self?.chooseCover() },
            application.addAction("cover-from-address") { [weak self] in self?.askForAddress() },
            application.addAction(.pastePicture) { [weak self] in self?.pastePicture() },
            application.addAction("original-cover") { [weak self] in self?.useOriginalCover() },
        ]
        joining = application.addAction("join-albums") { [weak self] in self?.join() }
        getting = application.addAction("got-it") { [weak self] in self?.noteArrival() }
        rating = hub.observe(AlbumRated.self, on: .glib) { [weak self] in self?.rate($0) }
        updateActions()
    }

    private func updateActions() {
        getting?.isEnabled = album != nil && areWishes
        joining?.isEnabled = album != nil && selectedCount > 1
        for action in actions { action.isEnabled = album != nil }
        for action in singleActions { action.isEnabled = album != nil && selectedCount <= 1 }
        copies.album = selectedCount <= 1 ? album : nil
    }

    private func rate(_ rated: AlbumRated) {
        onUse?()
        switch rated.act {
        case .rate(let rating): maker.change { try await $0.rate([rated.album], rating) }
        case .favour(let isFavourite): maker.change { try await $0.setFavourite([rated.album], isFavourite) }
        }
    }

    /// Makes the selected albums favourites, or none if all of them are.
    private func favour() {
        guard let selected = selection?() else { return }
        onUse?()
        guard selected.areMany else { return maker.change { try await $0.toggleFavourite(try await selected.ids(in: $0)) } }
        maker.change {
            try await $0.toggleFavourite(try await selected.ids(in: $0))
        } then: { change in
            // Translators: They are favourites now, or aren't any more.
            localized(one: "Changed the heart of {count} album.", other: "Changed the hearts of {count} albums.", count: change.albumCount)
        }
    }

    // MARK: Editing

    private func edit() {
        guard let album, dialog == nil else { return }
        onUse?()
        let selected = selection?()
        Task { [weak self, toasts] in
            do {
                if let selected, selected.areMany {
                    try await self?.edit(selected)
                } else {
                    try await self?.edit(album)
                }
            } catch {
                toasts.show(Toast(String(describing: error)))
            }
        }
    }

    private func edit(_ album: Album) async throws(PersistencyError) {
        let edits = try await library.edits(of: album)
        let release = try await library.commonValues(of: [album.id]).values.release
        let (id, title) = (album.id, album.title)
        func change(_ make: @escaping @Sendable (LibraryAPI) async throws -> LibraryChange?) {
            maker.change { library in
                if let change = try await make(library) { return change }
                // Another program, or an import, may have removed the album while the form was open.
                if try await library.commonValues(of: [id]).count == 0 { throw AlbumGone(title: title) }
                return nil
            }
        }
        let form = EditForm(album, release: release, edits: edits)
        let shown = form.edits
        func reset() { change { try await $0.resetEdits(of: [id]) } }
        show(form, title: localized("Edit Album"), reset: edits.changesAlbum ? reset : nil) { edits in
            change { try await $0.edit(id, from: shown, to: edits) }
        }
    }

    private func edit(_ selected: SelectedAlbums) async throws(PersistencyError) {
        let ids = try await selected.ids(in: library)
        let common = try await library.commonValues(of: ids)
        if common.count == 0 { return }
        let title = localized(one: "Edit {count} Album", other: "Edit {count} Albums", count: common.count)
        func reset() {
            maker.change { try await $0.resetEdits(of: ids) }
        }
        func apply(_ edits: AlbumEdits) {
            maker.change {
                try await $0.edit(ids, setting: edits)
            } then: { change in
                localized(one: "Edited {count} album.", other: "Edited {count} albums.", count: change.albumCount)
            }
        }
        show(EditForm(common), title: title, reset: common.isEdited ? reset : nil, apply: apply)
    }

    private func show(
        _ form: EditForm, title: String, reset: (@MainActor () -> Void)?, apply: @escaping @MainActor (AlbumEdits) -> Void
    ) {
        if dialog == nil { show(EditDialog(form, title: title, parent: window, reset: reset, apply: apply)) }
    }

    private func chooseEncoding() {
        guard let album, dialog == nil else { return }
        onUse?()
        Task { [weak self, toasts, library] in
            do {
                let (previews, current) = try await library.encodingPreviews(of: album.id)
                guard !previews.isEmpty else {
                    toasts.show(Toast(localized("The files of this album declare the encoding of their texts.")))
                    return
                }
                guard let self, dialog == nil else { return }
                show(
                    EncodingDialog(previews, current: current, parent: window) { [weak self] encoding in
                        self?.maker.change {
                            try await $0.setEncoding(encoding, of: album.id)
                        } then: { change in
                            localized("Changed the text encoding of “{title}”.", ["title": change.title])
                        }
                    })
            } catch {
                toasts.show(Toast(String(describing: error)))
            }
        }
    }

    // MARK: Wishes

    private func noteArrival() {
        guard let selected = selection?() else { return }
        maker.change {
            try await $0.noteArrival(of: try await selected.ids(in: $0))
        } then: { change in
            change.albumCount == 1
                ? localized("“{title}” is in your library now.", ["title": change.title])
                : localized(
                    one: "{count} album is in your library now.", other: "{count} albums are in your library now.", count: change.albumCount
                )
        }
    }

    // MARK: Joining and splitting

    private func join() {
        guard let selected = selection?(), selected.areMany else { return }
        maker.change {
            try await $0.join(try await selected.ids(in: $0))
        } then: { change in
            localized("Joined the albums into “{title}”.", ["title": change.title])
        }
    }

    private func split() {
        guard let album else { return }
        maker.change {
            try await $0.split(album.id)
        } then: { change in
            localized("Split “{title}”.", ["title": change.title])
        }
    }

    /// Plays a copy of the selected album instead of another.
    func play(_ rip: AlbumOrigin.Rip) {
        guard let album else { return }
        onUse?()
        maker.change { try await $0.play(rip, of: album.id) }
    }

    // MARK: Removing

    private func remove() {
        guard let album else { return }
        if let selected = selection?(), selected.areMany { return remove(selected) }
        let title = album.title
        maker.change {
            try await $0.remove([album.id])
        } then: { _ in
            localized("Removed “{title}”. Its files stay where they are.", ["title": title])
        }
    }

    private func remove(_ selected: SelectedAlbums) {
        maker.change {
            try await $0.remove(try await selected.ids(in: $0))
        } then: { change in
            localized(
                one: "Removed {count} album. Its files stay where they are.",
                other: "Removed {count} albums. Their files stay where they are.",
                count: change.albumCount)
        }
    }

    /// Forgets the folder with the album's files, which is away.
    private func forget() {
        guard let album else { return }
        maker.change { [library] in
            guard let folder = try await library.details(of: album.id).awayFolder else { return nil }
            return try await $0.forget(folder)
        } then: { change in
            localized(
                one: "Forgot {folder} and its {count} album.", other: "Forgot {folder} and its {count} albums.",
                count: change.albumCount,
                ["folder": change.title])
        }
    }

    // MARK: Covers

    private func chooseCover() {
        guard let album, chooser == nil else { return }
        onUse?()
        let pictures = FileChooser.Filter(
            localized("Pictures"), types: ["image/jpeg", "image/png", "image/webp", "image/gif", "image/avif"])
        let chooser = FileChooser(
            title: localized("Choose a Cover"),
            accept: localized("_Use as Cover"),
            choice: .file(pictures),
            folder: album.record.folder,
            parent: window
        ) { [weak self] path in
            self?.chooser = nil
            if let path { self?.setCover(from: .file(path: path), of: album.id) }
        }
        self.chooser = chooser
        chooser.show()
    }

    private func findCovers() {
        guard let album, dialog == nil else { return }
        onUse?()
        show(
            FindCoversDialog(
                album.title, parent: window, allow: choices.current.fetchesCovers == true ? nil : choices.allow,
                search: { [library] in library.coverCandidates(for: album.id) },
                choose: { [weak self] in self?.setCover(from: $0.origin, showing: $0.kind, of: album.id) },
                keep: { [weak self] in await self?.keep($0.origin, as: $0.kind, of: album.id) ?? false }))
    }

    private func askForAddress() {
        guard let album, dialog == nil else { return }
        onUse?()
        show(
            AddressDialog(parent: window) { [library] address in
                try await library.setCover(from: .address(address), of: album.id)
            }
        )
    }

    private func useOriginalCover() {
        onUse?()
        setCover(from: nil)
    }

    /// Sets an album's cover.
    ///
    /// - Parameters:
    ///   - origin: The origin of the picture; `nil` for the cover from the album's source.
    ///   - kind: What the picture shows.
    ///   - id: The album; `nil` for the selected one.
    private func setCover(from origin: CoverOrigin?, showing kind: AlbumPicture.Kind = .front, of id: Album.ID? = nil) {
        guard let id = id ?? album?.id else { return }
        maker.change { library in
            guard let origin else { return try await library.setCover(nil, of: id) }
            return try await library.setCover(from: origin, showing: kind, of: id)
        }
    }

    /// Makes one of an album's pictures its cover.
    func setCover(to picture: AlbumPicture, of id: Album.ID) {
        maker.change { try await $0.setCover(to: picture, of: id) }
    }

    /// Makes the first of some pictures that may show an album's front its cover, and keeps the others among its pictures. Names of files tell what they
    /// show.
    func take(_ pictures: [CoverOrigin], of id: Album.ID) {
        Task { [weak self, library] in
            let title = (try? await Task.detached { try library.album(id)?.title }.value) ?? ""
            var hasCover = false
            for picture in pictures {
                var kind = AlbumPicture.Kind.front
                if case .file(let path) = picture { kind = LibraryAPI.pictureKind(ofFileAt: path, ofAlbum: title) }
                if !hasCover, kind == .front || kind == .other {
                    hasCover = true
                    self?.setCover(from: picture, of: id)
                } else {
                    await self?.keep(picture, as: kind, of: id)
                }
            }
        }
    }

    /// Keeps a picture among those of an album.
    ///
    /// - Returns: Whether it is kept now.
    @discardableResult
    private func keep(_ picture: CoverOrigin, as kind: AlbumPicture.Kind, of id: Album.ID) async -> Bool {
        await maker.changed {
            try await $0.keepPicture(from: picture, as: kind, of: id)
        } then: { change in
            localized("Kept a picture of “{title}”.", ["title": change.title])
        }
    }

    /// Says what a kept picture of an album shows; `nil` to remove it.
    func setKind(_ kind: AlbumPicture.Kind?, ofPicture picture: CoverDigest, of id: Album.ID) {
        guard kind == nil else { return maker.change { try await $0.setKind(kind, ofPicture: picture, of: id) } }
        maker.change {
            try await $0.setKind(nil, ofPicture: picture, of: id)
        } then: { change in
            localized("Removed a picture of “{title}”.", ["title": change.title])
        }
    }

    /// Takes the picture, its file or its address from the clipboard, for the selected album.
    private func pastePicture() {
        guard let album else { return }
        onUse?()
        Task { [weak self, library, toasts] in
            switch await Clipboard.read() {
            case .files(let paths) where await !library.canImport(paths[0]): self?.take(paths.map { .file(path: $0) }, of: album.id)
            case .address(let address): self?.take([.address(address)], of: album.id)
            case .picture(let bytes): self?.take([.bytes(bytes)], of: album.id)
            case .files, nil:
                toasts.show(Toast(localized("There is no picture to paste. Copy a picture, its file or its address first.")))
            }
        }
    }

    // MARK: Changing

    /// Closes the open dialogs.
    func dismiss() {
        dialog?.close()
        copies.dismiss()
    }

    private func show(_ dialog: DialogWindow) {
        self.dialog = dialog
        dialog.onClose = { [weak self] in self?.dialog = nil }
        dialog.present()
    }
}

/// An album left the library before its change was made.
private struct AlbumGone: Error, CustomStringConvertible {
    let title: String

    var description: String { localized("“{title}” is no longer in the library, so it was not changed.", ["title": title]) }
}
