import GTKAdapters
import Heed
import Localization
import SleevesLibrary

/// A controller that adds records that are in no folder and no list: it opens the dialog, asks MusicBrainz, and adds what was chosen.
///
/// Looks up and adds what was entered also after the dialog is closed.
@MainActor
final class AddingController {
    /// Called when the dialog is closed.
    var onClose: (() -> Void)?

    private let library: LibraryAPI
    private let choices: NetworkChoices
    private let window: ApplicationWindow
    private let changes: ChangeQueue
    private let toasts: ToastOverlay
    private var desk = RecordDesk() {
        didSet {
            if desk != oldValue { dialog?.show(desk) }
            if !isBusy { question.endReason() }
        }
    }
    private let question: CloseQuestion
    private var dialog: AddRecordDialog?
    private var search: Task<Void, Never>?
    private var observation: ObservationToken?

    /// The time without another letter after which a text is searched for.
    private static let pause = Duration.milliseconds(350)

    init(
        _ application: Application, library: LibraryAPI, choices: NetworkChoices, window: ApplicationWindow, changes: ChangeQueue,
        toasts: ToastOverlay
    ) {
        self.library = library
        self.choices = choices
        self.window = window
        question = CloseQuestion(window)
        self.changes = changes
        self.toasts = toasts
        application.addAction(.addRecord) { [weak self] in self?.open() }
        observation = choices.observe(\.current) { [weak self] _ in
            // After the library has the choice, too.
            GLibContext.enqueue { [weak self] in
                guard let self, dialog?.isDescribing == false else { return }
                type(desk.text)
            }
        }
    }

    /// Closes the open dialogs.
    func dismiss() {
        dialog?.close()
        question.takeBack()
    }

    // MARK: Closing

    /// Whether records that were asked for aren't in the library yet.
    var isBusy: Bool { desk.pendingCount > 0 }

    /// Asks whether to close before all records are added.
    ///
    /// - Parameters:
    ///   - proceed: Called if they are added before the user answers.
    ///   - close: Called if the user answers that.
    func askToClose(proceed: @escaping @Sendable @MainActor () -> Void, close: @escaping @Sendable @MainActor () -> Void) {
        question.ask(
            localized("Close Before All Records Are Added?"),
            text: localized(
                one: "{count} record is still being looked up.", other: "{count} records are still being looked up.",
                count: desk.pendingCount),
            proceed: proceed, close: close)
    }

    // MARK: Opening

    /// Opens the dialog.
    func open() {
        guard dialog == nil else { return }
        let dialog = AddRecordDialog(
            parent: window,
            actions: .init(
                type: { [weak self] in self?.type($0) },
                enter: { [weak self] in self?.update { $0.enter() } },
                choose: { [weak self] index in self?.update { $0.choose(index) } },
                activate: { [weak self] line in self?.update { $0.activate(line: line) } },
                describe: { [weak self] in self.map { $0.describe(RecordForm($0.desk.text)) } },
                setForWishes: { [weak self] in self?.desk.isForWishes = $0 },
                picture: { [library] in await library.picture(of: $0) },
                allow: choices.allow,
                undo: { [weak self] in self?.undo() }))
        dialog.onClose = { [weak self] in self?.noteClosing() }
        self.dialog = dialog
        dialog.show(desk)
        dialog.present()
    }

    private func noteClosing() {
        dialog = nil
        search?.cancel()
        _ = desk.type("", isAllowed: false)
        desk.isForWishes = false
        onClose?()
    }

    // MARK: Events and actions

    private func type(_ text: String) {
        update { $0.type(text, isAllowed: choices.current.fetchesCovers == true) }
    }

    private func update(_ event: (inout RecordDesk) -> RecordDesk.Action?) {
        guard let action = event(&desk) else { return }
        switch action {
        case .search(let text, let number):
            search?.cancel()
            search = Task { [weak self, library] in
                guard (try? await Task.sleep(for: Self.pause)) != nil else { return }
                let answer = await Self.result { try await library.releases(matching: text) }
                if !Task.isCancelled { self?.desk.end(search: number, with: answer) }
            }
        case .stopSearch: search?.cancel()
        case .lookUp(let text, let line):
            search?.cancel()
            Task { [weak self, library] in
                let answer = await Self.result { try await library.releases(matching: text) }
                self?.update { $0.end(lookUp: line, with: answer) }
                self?.tell(line)
            }
        case .add(let release, let line):
            search?.cancel()
            add(line) { [isWanted = desk.isForWishes] library in try await library.add(release, isWanted: isWanted) }
        case .describe(let form): describe(form)
        }
    }

    private func describe(_ form: RecordForm) {
        search?.cancel()
        dialog?.describe(form) { [weak self] record in
            guard let self else { return }
            var record = record
            record.isWanted = desk.isForWishes
            add(desk.describe(record)) { [record] in try await $0.add(record) }
        }
    }

    private func add(_ line: Int, _ body: @escaping @Sendable (LibraryAPI) async throws -> AddedRecord) {
        Task { [weak self, library] in
            let answer = await Self.result { try await body(library) }
            self?.desk.end(adding: line, with: answer)
            self?.tell(line)
        }
    }

    private static func result<Value: Sendable>(
        _ body: @Sendable () async throws -> Value
    ) async -> Result<Value, any Error> {
        do { return .success(try await body()) } catch { return .failure(error) }
    }

    /// Says in the window what became of a record whose dialog is closed.
    private func tell(_ number: Int) {
        guard dialog == nil, let line = desk.lines.first(where: { $0.id == number }) else { return }
        switch line.state {
        case .lookingUp, .adding: break
        case .added: toasts.show(.offeringUndo(localized("Added “{title}”.", ["title": line.title])))
        case .alreadyThere: toasts.show(Toast(localized("“{title}” is already in your library.", ["title": line.title])))
        case .notFound: toasts.show(Toast(localized("MusicBrainz does not know {barcode}.", ["barcode": line.title])))
        case .failed(let reason): toasts.show(Toast("\(line.title): \(reason)"))
        }
    }

    /// Undoes the last change, which is the last addition as far as the user can know.
    private func undo() {
        changes.add { [weak self, library] in
            do {
                if let step = try await library.history.undo() { self?.desk.remove(step.albums) }
            } catch {
                self?.toasts.show(Toast(String(describing: error)))
            }
        }
    }
}
