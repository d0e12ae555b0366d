import GTKAdapters
import Heed
import HorizontalScroller

/// The controller of step 9, with a window: gives the scroller its views, shows the selected album, and makes mementos of what it shows.
@MainActor
final class AlbumWindow: HorizontalScrollerDelegate {
    private let library: LibraryAPI
    private let hub: NotificationHub
    private let initialState: AppState?
    private let window: ApplicationWindow
    private let strip = HorizontalScrollerView<AlbumView>(
        accessibleLabel: "Albums",
        metrics: HorizontalScrollerMetrics(itemWidth: 150, itemHeight: 120, padding: 16)
    )
    private let table = AlbumTable()
    private let undo = Button("Undo")
    private var observations: [ObservationToken] = []

    /// - Parameter state: The memento to open with.
    init(_ application: Application, library: LibraryAPI, hub: NotificationHub, state: AppState?) {
        self.library = library
        self.hub = hub
        initialState = state
        window = ApplicationWindow(application, title: "Blue Library", width: 760, height: 560)

        let header = HeaderBar()
        header.packStart(Button("Delete") { [weak self] in self?.deleteSelected() })
        header.packStart(undo)
        undo.onClick = { library.history.undo() }
        window.content = Box(.vertical, [header, strip, table])

        observations = [
            library.history.bind(\.canUndo, to: undo, \.isSensitive),
            library.history.observe(\.undoActionName, initial: true) { [weak undo] in undo?.tooltip = $0 },
            library.observeAlbums { [weak self] _ in self?.reload() },
        ]
        strip.scroller.delegate = self
        reload()
    }

    func present() {
        window.present()
        strip.grabFocus()
    }

    /// Returns a memento of what is shown.
    func makeState() -> AppState? {
        selected.map { AppState(album: $0.id) }
    }

    private var selected: Album? {
        strip.scroller.currentIndex.map { library.albums[$0] }
    }

    private func deleteSelected() {
        if let index = strip.scroller.currentIndex { library.deleteAlbum(at: index) }
    }

    private func reload() {
        strip.scroller.reload()
        table.show(selected?.rows ?? [])
    }

    // MARK: HorizontalScrollerDelegate

    func numberOfViews(for scroller: HorizontalScroller<AlbumView>) -> Int {
        library.albums.count
    }

    func initialViewIndex(for scroller: HorizontalScroller<AlbumView>) -> Int {
        library.albums.firstIndex { $0.id == initialState?.album } ?? 0
    }

    func horizontalScroller(_ scroller: HorizontalScroller<AlbumView>, viewAt index: Int) -> AlbumView {
        let view = scroller.dequeueReusableView() ?? AlbumView(hub: hub)
        view.show(library.albums[index])
        return view
    }

    func horizontalScroller(_ scroller: HorizontalScroller<AlbumView>, didSelectViewAt index: Int) {
        table.show(library.albums[index].rows)
    }
}
