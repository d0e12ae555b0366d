import Heed

/// A view: an album's cover, or a spinner while it is loading. It observes the album, and needs no messages about it.
@MainActor
final class AlbumView {
    private static let placeholder = ["╭────────────╮"] + [String](repeating: "│            │", count: 4) + ["╰────────────╯"]

    private(set) var lines = AlbumView.placeholder
    private let hub: NotificationHub
    private var observations: [ObservationToken] = []

    init(hub: NotificationHub) {
        self.hub = hub
    }

    /// Shows an album instead of the one before.
    func show(_ album: Album) {
        // The tokens of the former album go, and with them its observations.
        observations = [
            album.observe(\.cover.lines, initial: true) { [weak self] in self?.lines = $0 ?? Self.placeholder },
            album.observe(\.cover.isLoading) { [title = album.title] isLoading in
                print("The spinner of \(title) \(isLoading ? "starts" : "stops").")
            },
        ]
        if album.cover.lines == nil { hub.post(CoverRequested(album: album.id), from: self) }
    }
}
