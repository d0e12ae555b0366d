import GTKAdapters
import Localization
import SleevesLibrary

/// Asks what to import, imports it, and shows how far that has come. One import at a time.
///
/// What an import has changed in the library is told by the library.
@MainActor
final class ImportCoordinator {
    /// What stands below the header while an import is under way.
    private(set) lazy var bar = ImportBar { [weak self] in self?.importing?.cancel() }
    /// Called when an import begins.
    var onStart: (() -> Void)?
    /// Called when an import has ended, however that came.
    var onEnd: (() -> Void)?

    private let library: LibraryAPI
    private let window: ApplicationWindow
    private let toasts: ToastOverlay
    private var importing: ImportController?
    private var placesWaiting: [String] = []
    private var chooser: FileChooser?
    private var dialog: ProblemsDialog?

    init(_ application: Application, library: LibraryAPI, window: ApplicationWindow, toasts: ToastOverlay) {
        self.library = library
        self.window = window
        self.toasts = toasts
        application.addAction("import-collection", shortcuts: "<Control><Shift>o") { [weak self] in self?.chooseCollection() }
    }

    /// Asks for a music folder and imports it.
    func chooseFolder() {
        choose(.folder, title: localized("Choose a Music Folder"))
    }

    /// Asks for the file of a collection and imports it.
    func chooseCollection() {
        let endings = ["csv", "tsv", "txt", "json", "jsonl", "ndjson", "xml", "m3u", "m3u8", "pls", "xspf"]
        let lists = FileChooser.Filter(localized("Collections, Lists and Playlists"), endings: endings)
        choose(.file(lists), title: localized("Choose a Collection"))
    }

    private func choose(_ choice: FileChooser.Choice, title: String) {
        guard isFree() else { return }
        let chooser = FileChooser(title: title, accept: localized("_Import"), choice: choice, parent: window) { [weak self] path in
            self?.chooser = nil
            if let path { self?.start([path]) }
        }
        self.chooser = chooser
        chooser.show()
    }

    /// Imports folders and lists, after those that are being imported.
    func start(_ places: [String]) {
        guard importing == nil else { return placesWaiting += places }
        let importing = ImportController(library: library) { [weak self] stage in
            self?.bar.show(stage)
        } completion: { [weak self] outcome in
            self?.importing = nil
            self?.bar.hide()
            self?.tell(outcome)
            self?.onEnd?()
            self?.startWaiting()
        }
        self.importing = importing
        onStart?()
        // At once: on a slow disk it takes a while before there is anything to tell, and cancelling should not have to wait for it.
        bar.show(.reading(ImportProgress(filesDone: 0, filesFound: 0)))
        importing.start(places)
    }

    private func startWaiting() {
        guard !placesWaiting.isEmpty else { return }
        let places = placesWaiting
        placesWaiting = []
        start(places)
    }

    private func isFree() -> Bool {
        if importing != nil { toasts.show(Toast(localized("An import is in progress. Wait for it to finish, or cancel it."))) }
        return importing == nil
    }

    // MARK: What came of it

    /// Takes away what is shown before the window.
    func dismiss() {
        dialog?.close()
    }

    private func tell(_ outcome: ImportOutcome) {
        guard !outcome.problems.isEmpty else { return toasts.show(Toast(outcome.words)) }
        // It stays: whoever imports much is away when it ends.
        toasts.show(
            Toast(outcome.words, seconds: 0, button: localized("Details")) { [weak self] in self?.show(outcome.problems) }
        )
    }

    private func show(_ problems: [ImportProblem]) {
        let dialog = ProblemsDialog(problems, parent: window)
        dialog.onClose = { [weak self] in
            // The dialog itself is telling.
            GLibContext.enqueue { self?.dialog = nil }
        }
        self.dialog = dialog
        dialog.present()
    }
}
