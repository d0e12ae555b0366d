import GTKAdapters
import Heed

/// A view: an album's cover, or a spinner while it is loading. It is the view of step 7, on a screen.
@MainActor
final class AlbumView: Overlay {
    private let cover = Label(style: "monospace")
    private let spinner = Spinner()
    private let hub: NotificationHub
    private var receptionists: [Receptionist] = []

    init(hub: NotificationHub) {
        self.hub = hub
        super.init(cover)
        spinner.horizontalAlignment = .center
        spinner.verticalAlignment = .center
        addOverlay(spinner)
    }

    /// Shows an album instead of the one before.
    func show(_ album: Album) {
        setAccessibleLabel(album.title)
        cover.text = ""
        receptionists = [
            Receptionist(for: .values(of: album.cover, \.lines), on: .mainActor, delivering: .latest) { [weak self] lines in
                self?.cover.text = lines?.joined(separator: "\n") ?? ""
            },
            Receptionist(for: .values(of: album.cover, \.isLoading), on: .mainActor, delivering: .latest) { [weak self] isLoading in
                self?.spinner.isSpinning = isLoading
            },
        ]
        if album.cover.lines == nil { hub.post(CoverRequested(album: album.id), from: self) }
    }
}
