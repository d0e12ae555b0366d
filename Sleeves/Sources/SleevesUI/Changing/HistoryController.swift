import GTKAdapters
import Heed
import Localization
import SleevesLibrary

/// A controller that undoes and redoes changes, of this run or an earlier one.
@MainActor
final class HistoryController {
    private let history: LibraryHistory
    private let changes: ChangeQueue
    private let undo: Action
    private let redo: Action
    private var receptionists: [Receptionist] = []

    /// - Parameter onChange: Called with the names of the changes to undo and redo, now and whenever they change.
    init(
        _ application: Application,
        library: LibraryAPI,
        changes: ChangeQueue,
        toasts: ToastOverlay,
        onChange: @escaping @MainActor (_ undo: String?, _ redo: String?) -> Void
    ) {
        history = library.history
        self.changes = changes
        let (history, act) = (history, Self.act)
        undo = application.addAction(.undo) { [weak toasts] in
            act(changes, toasts, { try await history.undo() }, { localized("Undone: {change}", ["change": $0]) })
        }
        redo = application.addAction(.redo) { [weak toasts] in
            act(changes, toasts, { try await history.redo() }, { localized("Redone: {change}", ["change": $0]) })
        }
        receptionists = [\LibraryHistory.undoName, \LibraryHistory.redoName].map { name in
            Receptionist(for: .changes(of: history, name, options: [.initial]), on: .glib, delivering: .latest) { [weak self] _ in
                guard let self else { return }
                updateActions()
                onChange(self.history.undoName, self.history.redoName)
            }
        }
        changes.onBusy = { [weak self] in self?.updateActions() }
    }

    /// A change that is under way can be undone as soon as it is made.
    private func updateActions() {
        undo.isEnabled = history.undoName != nil || changes.isBusy
        redo.isEnabled = history.redoName != nil || changes.isBusy
    }

    private static func act(
        _ changes: ChangeQueue,
        _ toasts: ToastOverlay?,
        _ step: @escaping @Sendable () async throws -> HistoryStep?,
        _ words: @escaping @MainActor (String) -> String
    ) {
        changes.add { [weak toasts] in
            // An earlier message would still offer to undo the previous change.
            toasts?.dismissAll()
            do {
                if let done = try await step() { toasts?.show(Toast(words(done.change.name))) }
            } catch {
                toasts?.show(Toast(String(describing: error)))
            }
        }
    }
}
