import GTKAdapters
import Localization
import SleevesLibrary

/// A coordinator that asks what to import, imports it, and shows the progress. One import runs at a time.
///
/// The library itself announces its changes.
@MainActor
final class ImportCoordinator {
    /// The bar below the header during an import.
    private(set) lazy var bar = ImportBar { [weak self] in self?.importing?.cancel() }
    /// Called when an import begins.
    var onStart: (() -> Void)?
    /// Called when an import ends for any reason.
    var onEnd: (() -> Void)?

    private let library: LibraryAPI
    private let window: ApplicationWindow
    private let toasts: ToastOverlay
    private var importing: ImportController?
    private var placesWaiting: [String] = []
    private var chooser: FileChooser?
    private var dialog: ProblemsDialog?
    private let question: CloseQuestion

    init(_ application: Application, library: LibraryAPI, window: ApplicationWindow, toasts: ToastOverlay) {
        self.library = library
        self.window = window
        question = CloseQuestion(window)
        self.toasts = toasts
        application.addAction(.importCollection) { [weak self] in self?.chooseCollection() }
    }

    /// Asks for a music folder and imports it.
    func chooseFolder() {
        choose(.folder, title: localized("Choose a Music Folder")) { [library] in
            await library.lastRead(.folder) ?? UserFolder.music.path
        }
    }

    /// Asks for the file of a collection and imports it.
    func chooseCollection() {
        let lists = FileChooser.Filter(localized("Collections, Lists and Playlists"), endings: LibraryAPI.importedEndings)
        choose(.file(lists), title: localized("Choose a Collection")) { [library] in
            if let list = await library.lastRead(.list) { return Path.folder(of: list) }
            return UserFolder.downloads.path ?? UserFolder.documents.path
        }
    }

    /// - Parameter folder: Returns the folder to open the chooser at.
    private func choose(_ choice: FileChooser.Choice, title: String, at folder: @escaping @Sendable () async -> String?) {
        guard isFree() else { return }
        Task { [weak self] in
            let folder = await Task.detached(operation: folder).value
            guard let self, chooser == nil, isFree() else { return }
            let chooser = FileChooser(
                title: title, accept: localized("_Import"), choice: choice, folder: folder, parent: window
            ) { [weak self] path in
                self?.chooser = nil
                if let path { self?.start([path]) }
            }
            self.chooser = chooser
            chooser.show()
        }
    }

    /// Imports folders and lists, after any current import.
    func start(_ places: [String]) {
        guard importing == nil else {
            placesWaiting += places
            Task { [library] in await library.planImport(of: places) }
            return
        }
        let importing = ImportController(library: library) { [weak self] stage in
            self?.bar.show(stage)
        } completion: { [weak self] outcome in
            self?.importing = nil
            if self?.placesWaiting.isEmpty == true { self?.question.endReason() }
            self?.bar.hide()
            self?.tell(outcome)
            self?.onEnd?()
            self?.startWaiting()
        }
        self.importing = importing
        onStart?()
        // At once, so that the user can cancel even while a slow disk delays the first report.
        bar.begin()
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

    /// Continues imports that were interrupted by the end of their process, as far as their folders and lists are there.
    func resume(_ places: [String]) {
        guard !places.isEmpty else { return }
        Task { [weak self, library] in
            let found = await library.continuable(places)
            if !found.isEmpty { self?.start(found) }
        }
    }

    // MARK: Closing

    /// Whether an import is in progress, not only about to stop because the user has cancelled it.
    var isImporting: Bool { importing?.isCancelled == false || !placesWaiting.isEmpty }

    /// Asks whether to close during an import.
    ///
    /// - Parameters:
    ///   - proceed: Called if the import ends before the user answers.
    ///   - close: Called if the user answers that.
    func askToClose(proceed: @escaping @Sendable @MainActor () -> Void, close: @escaping @Sendable @MainActor () -> Void) {
        question.ask(
            localized("Close During the Import?"), text: localized("The import continues the next time you open Sleeves."),
            proceed: proceed, close: close)
    }

    // MARK: Outcome

    /// Closes the open dialogs.
    func dismiss() {
        dialog?.close()
        question.takeBack()
    }

    private func tell(_ outcome: ImportOutcome) {
        guard !outcome.problems.isEmpty else {
            let undo = outcome.canBeUndone ? localized("Undo") : nil
            return toasts.show(Toast(outcome.words, button: undo, action: undo == nil ? nil : "app.undo"))
        }
        // It stays until dismissed, because the user may be away when a long import ends.
        toasts.show(
            Toast(outcome.words, seconds: 0, button: localized("Details")) { [weak self] in self?.show(outcome.problems) }
        )
    }

    private func show(_ problems: [ImportProblem]) {
        let dialog = ProblemsDialog(problems, parent: window)
        dialog.onClose = { [weak self] in self?.dialog = nil }
        self.dialog = dialog
        dialog.present()
    }
}
