import Heed

/// A view: an album's cover. The cover changes on any thread; a receptionist takes its changes to the main actor.
@MainActor
final class AlbumView {
    private static let placeholder = ["╭────────────╮"] + [String](repeating: "│            │", count: 4) + ["╰────────────╯"]

    private(set) var lines = AlbumView.placeholder
    private let hub: NotificationHub
    private let drawn: Subject<String>
    private var receptionist: Receptionist?

    /// - Parameter drawn: Notified of the album's title whenever its new cover must be drawn.
    init(hub: NotificationHub, drawn: Subject<String>) {
        self.hub = hub
        self.drawn = drawn
    }

    /// Shows an album instead of the one before.
    func show(_ album: Album) {
        lines = album.cover.lines ?? Self.placeholder
        receptionist = Receptionist(for: .values(of: album.cover, \.lines), on: .mainActor, delivering: .latest) { [weak self] lines in
            guard let self, let lines, lines != self.lines else { return }
            self.lines = lines
            drawn.notify(album.title)
        }
        if album.cover.lines == nil { hub.post(CoverRequested(album: album.id), from: self) }
    }
}
