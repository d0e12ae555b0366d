import GTKAdapters
import Heed
import Localization
import SleevesLibrary

/// A controller that shows the preferences: the sources of the library, the user's own fields, the choices about the network, about playing and
/// about sharing.
@MainActor
final class PreferencesController {
    private let library: LibraryAPI
    private let hub: NotificationHub
    private let status: AppStatus
    private let choices: NetworkChoices
    private let imports: ImportCoordinator
    private let window: ApplicationWindow
    private var dialog: PreferencesWindow?
    private var page: SourcesPage?
    private var fields: OwnFieldsController?
    private var problems: ProblemsDialog?
    private var receptionist: Receptionist?
    /// The question what confines readers.
    private var asking: Task<Void, Never>?
    private var sources: [LibrarySource] = []
    /// The paths of the sources that are being read again.
    private var reading: Set<String> = []

    init(
        _ application: Application, library: LibraryAPI, hub: NotificationHub, status: AppStatus, choices: NetworkChoices,
        imports: ImportCoordinator, window: ApplicationWindow
    ) {
        self.library = library
        self.hub = hub
        self.status = status
        self.choices = choices
        self.imports = imports
        self.window = window
        application.addAction(.preferences) { [weak self] in self?.present() }
        application.addAction("sharing") { [weak self] in self?.present(.sharing) }
    }

    /// Updates what is shown after an import.
    func noteImportEnd() {
        reading = []
        guard page != nil else { return }
        Task { [weak self] in await self?.load() }
    }

    /// Closes the window.
    func dismiss() {
        problems?.close()
        fields?.dismiss()
        dialog?.close()
    }

    /// A page that can be shown at once.
    private enum Page {
        case sources, sharing
    }

    private func present(_ shown: Page = .sources) {
        guard dialog == nil else { return }
        let dialog = PreferencesWindow(title: localized("Preferences"), parent: window)
        let page = SourcesPage(
            .init(
                read: { [weak self] in self?.read($0) },
                forget: { [weak self] in self?.forget($0) },
                showProblems: { [weak self] in self?.showProblems(of: $0) },
                // The chooser and the progress belong to the main window.
                addFolder: { [weak self] in
                    self?.dismiss()
                    self?.imports.chooseFolder()
                },
                importCollection: { [weak self] in
                    self?.dismiss()
                    self?.imports.chooseCollection()
                }))
        dialog.add(page, title: localized("Sources"), icon: "folder-music-symbolic")
        let fields = OwnFieldsController(library, window: window, toasts: dialog.toasts) { [weak self] in self?.undo() }
        dialog.add(fields.page, title: localized("Fields"), icon: "view-list-symbolic")
        dialog.add(CoversPage(choices), title: localized("Covers"), icon: "image-x-generic-symbolic")
        dialog.add(
            PlayingPage(status), title: localized("Playing", context: "the title of a page or a group"), icon: "audio-speakers-symbolic")
        let sharing = SharingPage(library)
        dialog.add(sharing, title: localized("Sharing"), icon: "network-workgroup-symbolic")
        if shown == .sharing { dialog.show(sharing) }
        dialog.onClose = { [weak self] in self?.forgetDialog() }
        (self.dialog, self.page, self.fields) = (dialog, page, fields)
        receptionist = Receptionist(for: .messages(LibraryChanged.self, in: hub), on: .mainActor, delivering: .latest) { [weak self] _ in
            await self?.load()
            await self?.fields?.load()
        }
        Task { [weak self] in
            await self?.load()
            await self?.fields?.load()
            self?.dialog?.present()
        }
        asking = Task { [library, weak page] in
            do {
                if let confinement = try await library.readerConfinement() { page?.show(confinement.description) }
            } catch {
                if !Task.isCancelled { page?.show("\(error)") }
            }
        }
    }

    private func forgetDialog() {
        asking?.cancel()
        receptionist = nil
        fields?.dismiss()
        (page, fields, dialog) = (nil, nil, nil)
    }

    private func load() async {
        do {
            sources = try await Task.detached { [library] in try library.sources() }.value
            page?.show(sources, reading: reading)
        } catch {
            tell(String(describing: error))
        }
    }

    private func tell(_ words: String) {
        dialog?.toasts.show(Toast(words))
    }

    // MARK: Sources

    private func read(_ source: LibrarySource) {
        reading.insert(source.path)
        page?.show(sources, reading: reading)
        imports.start([source.path])
    }

    private func forget(_ source: LibrarySource) {
        // An earlier message would still offer to undo the previous change.
        dialog?.toasts.dismissAll()
        Task { [weak self, library] in
            do {
                guard let change = try await library.forget(source.path) else { return }
                let words = localized(
                    one: "Forgot {folder} and its {count} album. Your files stay where they are.",
                    other: "Forgot {folder} and its {count} albums. Your files stay where they are.",
                    count: change.albumCount, ["folder": change.title])
                self?.dialog?.toasts.show(Toast(words, seconds: 8, button: localized("Undo")) { self?.undo() })
            } catch {
                self?.tell(String(describing: error))
            }
        }
    }

    private func undo() {
        Task { [weak self, library] in
            do {
                guard let step = try await library.history.undo() else { return }
                self?.tell(localized("Undone: {change}", ["change": step.change.name]))
            } catch {
                self?.tell(String(describing: error))
            }
        }
    }

    private func showProblems(of source: LibrarySource) {
        guard problems == nil else { return }
        Task { [weak self, library] in
            do {
                let found = try await library.problems(ofSource: source.path)
                self?.show(found)
            } catch {
                self?.tell(String(describing: error))
            }
        }
    }

    private func show(_ found: [ImportProblem]) {
        guard problems == nil, dialog != nil else { return }
        let problems = ProblemsDialog(found, parent: window)
        problems.onClose = { [weak self] in self?.problems = nil }
        self.problems = problems
        problems.present()
    }
}
