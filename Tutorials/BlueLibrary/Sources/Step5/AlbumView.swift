import Heed

/// A view: an album's cover. It requests the cover on the hub, and shows the one that arrives.
@MainActor
final class AlbumView {
    private static let placeholder = ["╭────────────╮"] + [String](repeating: "│            │", count: 4) + ["╰────────────╯"]

    private(set) var lines = AlbumView.placeholder
    private let hub: NotificationHub
    private var album: String?
    private var arrivals: ObservationToken?

    init(hub: NotificationHub) {
        self.hub = hub
        arrivals = hub.observe(CoverArrived.self, on: .mainActor) { [weak self] in self?.receive($0) }
    }

    /// Shows an album instead of the one before.
    func show(_ album: Album) {
        self.album = album.id
        lines = Self.placeholder
        hub.post(CoverRequested(album: album.id), from: self)
    }

    private func receive(_ arrival: CoverArrived) {
        // The cover of an album that the view showed earlier comes too late.
        if arrival.album == album, let cover = arrival.lines { lines = cover }
    }
}
