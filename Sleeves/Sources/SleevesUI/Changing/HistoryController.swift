import GTKAdapters
import Heed
import Localization
import SleevesLibrary

/// A controller that undoes and redoes changes, of this run or an earlier one.
@MainActor
final class HistoryController {
    private let history: LibraryHistory
    private let toasts: ToastOverlay
    private let undo: Action
    private let redo: Action
    private var receptionists: [Receptionist] = []

    /// - Parameter onChange: Called with the names of the changes to undo and redo, now and whenever they change.
    init(
        _ application: Application,
        library: LibraryAPI,
        toasts: ToastOverlay,
        onChange: @escaping @MainActor (_ undo: String?, _ redo: String?) -> Void
    ) {
        history = library.history
        self.toasts = toasts
        let (history, act) = (history, Self.act)
        undo = application.addAction("undo") { [weak toasts] in
            act(toasts, { try await history.undo() }, { localized("Undone: {change}", ["change": $0]) })
        }
        redo = application.addAction("redo") { [weak toasts] in
            act(toasts, { try await history.redo() }, { localized("Redone: {change}", ["change": $0]) })
        }
        receptionists = [\LibraryHistory.undoName, \LibraryHistory.redoName].map { name in
            Receptionist(for: .changes(of: history, name, options: [.initial]), on: .glib, delivering: .latest) { [weak self] _ in
                self?.show(onChange)
            }
        }
    }

    private func show(_ onChange: @MainActor (String?, String?) -> Void) {
        undo.isEnabled = history.undoName != nil
        redo.isEnabled = history.redoName != nil
        onChange(history.undoName, history.redoName)
    }

    private static func act(
        _ toasts: ToastOverlay?,
        _ step: @escaping @Sendable () async throws -> HistoryStep?,
        _ words: @escaping @MainActor (String) -> String
    ) {
        // An earlier message would still offer to undo the previous change.
        toasts?.dismissAll()
        Task { [weak toasts] in
            do {
                if let done = try await step() { toasts?.show(Toast(words(done.change.name))) }
            } catch {
                toasts?.show(Toast(String(describing: error)))
            }
        }
    }
}
