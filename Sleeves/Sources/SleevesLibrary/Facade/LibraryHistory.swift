public import Heed

/// The user's changes to the library, which can be undone and redone: those of this run of the program, of other runs, and of the command.
///
/// The database keeps the changes; this object keeps only the two that the window shows.
///
/// ```swift
/// try await library.remove([album.id])
/// library.history.undoName            // "Remove “Debut”"
/// try await library.history.undo()    // the album is there again, with its cover and its date
/// ```
///
/// ## Behavior
/// - One transaction writes a change together with what undoes it.
/// - The last 200 changes are kept, or fewer if they are very large.
/// - Undoing does nothing and throws if another program has changed the history since it was read.
/// - ``LibraryChanged`` contains the change that was undone or redone, with its albums, so that a window can show them.
/// - Changes, undoing and redoing run one at a time, and observers are notified in that order.
/// - ``undoName`` and ``redoName`` are observable and change only when their value does.
///
/// - Threading: May be used from any thread. Calls observers on the thread that made the change.
@KeyValueObservable
public final class LibraryHistory: Sendable {
    /// The name of the change that ``undo()`` would undo, for a menu; `nil` if there is none.
    public private(set) var undoName: String?
    /// The name of the change that ``redo()`` would redo, for a menu; `nil` if there is none.
    public private(set) var redoName: String?

    /// A notification of each change, including undone and redone ones.
    let outcomes = Subject<ChangeOutcome>()
    private let steps: Steps

    init(_ persistency: PersistencyManager) {
        // The next change reports a database that can't be read now.
        let top = (try? persistency.historyTop()) ?? ChangeLog.Top()
        steps = Steps(persistency, shown: top)
        undoName = top.undo?.name
        redoName = top.redo?.name
    }

    /// Undoes the last change.
    ///
    /// - Returns: The change and its albums; `nil` if there was nothing to undo.
    /// - Throws: ``HistoryError`` or ``PersistencyError``.
    @discardableResult
    public func undo() async throws -> HistoryStep? {
        try await steps.take({ try $0.revert(\.undo, expecting: $1) }, reporting: report).step
    }

    /// Redoes the change that was undone last.
    ///
    /// - Returns: The change and its albums; `nil` if there was nothing to redo.
    /// - Throws: ``HistoryError`` or ``PersistencyError``.
    @discardableResult
    public func redo() async throws -> HistoryStep? {
        try await steps.take({ try $0.revert(\.redo, expecting: $1) }, reporting: report).step
    }

    /// Reads the history again, because other programs may have changed it.
    public func refresh() async {
        _ = try? await steps.take({ persistency, _ in ChangeOutcome(top: try persistency.historyTop()) }, reporting: report)
    }

    func perform(_ change: @Sendable (PersistencyManager) throws -> ChangeOutcome) async throws -> LibraryChange? {
        try await steps.take({ persistency, _ in try change(persistency) }, reporting: report).change
    }

    private func report(_ outcome: ChangeOutcome) {
        let names = (undo: outcome.top.undo?.name, redo: outcome.top.redo?.name)
        if undoName != names.undo { undoName = names.undo }
        if redoName != names.redo { redoName = names.redo }
        if outcome.change != nil { outcomes.notify(outcome) }
    }

    /// An actor that performs one step at a time, and reports it before the next begins, so that the last report holds the current names.
    private actor Steps {
        private let persistency: PersistencyManager
        /// The changes to undo and redo, as last reported.
        private var shown: ChangeLog.Top

        init(_ persistency: PersistencyManager, shown: ChangeLog.Top) {
            self.persistency = persistency
            self.shown = shown
        }

        func take(
            _ step: @Sendable (PersistencyManager, _ shown: ChangeLog.Top) throws -> ChangeOutcome,
            reporting: @Sendable (ChangeOutcome) -> Void
        ) throws -> ChangeOutcome {
            let result = Result { try step(persistency, shown) }
            let outcome = (try? result.get()) ?? ChangeOutcome(top: (try? persistency.historyTop()) ?? shown)
            shown = outcome.top
            reporting(outcome)
            return try result.get()
        }
    }
}
