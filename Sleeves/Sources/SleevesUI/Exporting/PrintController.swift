import FoundationEssentials
import GTKAdapters
import Localization
import SleevesLibrary

/// A controller that prints a list of the selected albums, if there are several, or else of all that are shown.
@MainActor
final class PrintController {
    private let library: LibraryAPI
    private let window: ApplicationWindow
    private let toasts: ToastOverlay
    private var operation: PrintOperation?
    /// Returns the selected albums, and the list that they belong to.
    var selection: (() -> SelectedAlbums)?

    init(_ application: Application, library: LibraryAPI, window: ApplicationWindow, toasts: ToastOverlay) {
        (self.library, self.window, self.toasts) = (library, window, toasts)
        application.addAction("print") { [weak self] in self?.start() }
    }

    private func start() {
        guard operation == nil, let selected = selection?(), selected.list.count > 0 else { return }
        let albums = selected.areMany ? selected : SelectedAlbums(indices: Array(0..<selected.list.count), list: selected.list)
        Task { [weak self, library, weak toasts] in
            do {
                let list = try await library.printedAlbums(try await albums.ids(in: library))
                self?.print(list)
            } catch {
                toasts?.show(Toast(String(describing: error)))
            }
        }
    }

    private func print(_ albums: [PrintedAlbum]) {
        guard operation == nil else { return }
        let list = PrintedList(albums, date: DateText.day(Date().timeIntervalSince1970))
        let operation = Self.operation(printing: list)
        operation.onDone = { [weak self] problem in
            if let problem { self?.toasts.show(Toast(localized("The list could not be printed. Details: {detail}", ["detail": problem]))) }
            // GTK still uses it at this moment.
            GLibContext.enqueue { [weak self] in self?.operation = nil }
        }
        self.operation = operation
        operation.run(parent: window)
    }

    /// Returns the operation that prints a list.
    static func operation(printing list: PrintedList) -> PrintOperation {
        let operation = PrintOperation(name: "Sleeves")
        operation.onBegin = { _, height in list.pageCount(height: height) }
        operation.onDraw = { page, number in list.draw(page, number: number) }
        return operation
    }
}
