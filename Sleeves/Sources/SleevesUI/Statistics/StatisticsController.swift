import GTKAdapters
import Heed
import SleevesLibrary

/// A controller that shows the library's statistics, and updates them while the library changes.
@MainActor
final class StatisticsController {
    /// Called with a facet whose albums the user wants to see.
    var onFacet: ((AlbumFacet) -> Void)?

    private let library: LibraryAPI
    private let hub: NotificationHub
    private let window: ApplicationWindow
    private let tell: @MainActor (String) -> Void
    private var dialog: StatisticsDialog?
    private var receptionist: Receptionist?

    /// - Parameter tell: Shows the error of a failed reading.
    init(
        _ application: Application, library: LibraryAPI, hub: NotificationHub, window: ApplicationWindow,
        tell: @escaping @MainActor (String) -> Void
    ) {
        self.library = library
        self.hub = hub
        self.window = window
        self.tell = tell
        application.addAction(.statistics) { [weak self] in self?.present() }
    }

    /// Closes the dialog.
    func dismiss() {
        dialog?.close()
    }

    private func present() {
        guard dialog == nil else { return }
        let dialog = StatisticsDialog(parent: window)
        dialog.onFacet = { [weak self] facet in
            self?.dismiss()
            self?.onFacet?(facet)
        }
        dialog.onClose = { [weak self] in self?.forgetDialog() }
        self.dialog = dialog
        receptionist = Receptionist(for: .messages(LibraryChanged.self, in: hub), on: .mainActor, delivering: .latest) { [weak self] _ in
            await self?.load()
        }
        Task { [weak self] in
            await self?.load()
            self?.dialog?.present()
        }
    }

    private func forgetDialog() {
        receptionist = nil
        dialog = nil
    }

    private func load() async {
        do {
            let statistics = try await library.statistics()
            dialog?.show(statistics)
        } catch {
            tell(error.description)
            dismiss()
        }
    }
}
