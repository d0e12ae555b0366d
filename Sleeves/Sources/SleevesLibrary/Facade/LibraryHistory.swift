public import Heed

/// What the person has changed in the library by hand, and can undo and redo: in this run of the program, in another, or by the command.
///
/// ```swift
/// try await library.remove([album.id])
/// library.history.undoName            // "Remove “Debut”"
/// try await library.history.undo()    // the album is there again, with its cover and its date
/// ```
///
/// ## Behavior
/// - A change and what undoes it are written in one transaction, so either both are on the disk or none.
/// - The last 200 changes are kept, or fewer where they are very large.
/// - Undoing does nothing, and says so, where another program has changed the history since it was read.
/// - ``LibraryChanged`` tells what was undone or redone, with the albums that it concerned, so that a window can go there.
/// - Changes, undoing and redoing happen one after another, and are told of in that order.
/// - ``undoName`` and ``redoName`` are observable and change only when their value does.
///
/// - Threading: May be used from any thread. Observers are told on the thread that made the change.
@KeyValueObservable
public final class LibraryHistory: Sendable {
    /// What ``undo()`` would take back, as words for a menu; `nil` where there is nothing.
    public private(set) var undoName: String?
    /// What ``redo()`` would do again; `nil` where there is nothing.
    public private(set) var redoName: String?

    /// Tells what has been changed.
    let outcomes = Subject<ChangeOutcome>()
    private let steps: Steps

    init(_ persistency: PersistencyManager) {
        // What cannot be read now is told of when something is changed or undone.
        let top = (try? persistency.historyTop()) ?? ChangeLog.Top()
        steps = Steps(persistency, shown: top)
        undoName = top.undo?.name
        redoName = top.redo?.name
    }

    /// Takes the last change back.
    ///
    /// - Returns: What was taken back, and which albums that concerned; `nil` where there was nothing.
    /// - Throws: ``HistoryError`` or ``PersistencyError``.
    @discardableResult
    public func undo() async throws -> HistoryStep? {
        try await steps.take({ try $0.revert(\.undo, expecting: $1) }, telling: tell).step
    }

    /// Does again what was undone last.
    ///
    /// - Returns: What was done again, and which albums that concerned; `nil` where there was nothing.
    /// - Throws: ``HistoryError`` or ``PersistencyError``.
    @discardableResult
    public func redo() async throws -> HistoryStep? {
        try await steps.take({ try $0.revert(\.redo, expecting: $1) }, telling: tell).step
    }

    /// Notices what other programs have changed.
    public func refresh() async {
        _ = try? await steps.take({ persistency, _ in ChangeOutcome(top: try persistency.historyTop()) }, telling: tell)
    }

    func perform(_ change: @Sendable (PersistencyManager) throws -> ChangeOutcome) async throws -> LibraryChange? {
        try await steps.take({ persistency, _ in try change(persistency) }, telling: tell).change
    }

    private func tell(_ outcome: ChangeOutcome) {
        let names = (undo: outcome.top.undo?.name, redo: outcome.top.redo?.name)
        if undoName != names.undo { undoName = names.undo }
        if redoName != names.redo { redoName = names.redo }
        if outcome.change != nil { outcomes.notify(outcome) }
    }

    /// Takes one step after another, each told of within it: what is told last is what is true last.
    private actor Steps {
        private let persistency: PersistencyManager
        /// What undo and redo would concern, as it was told last.
        private var shown: ChangeLog.Top

        init(_ persistency: PersistencyManager, shown: ChangeLog.Top) {
            self.persistency = persistency
            self.shown = shown
        }

        func take(
            _ step: @Sendable (PersistencyManager, _ shown: ChangeLog.Top) throws -> ChangeOutcome,
            telling: @Sendable (ChangeOutcome) -> Void
        ) throws -> ChangeOutcome {
            let result = Result { try step(persistency, shown) }
            let outcome = (try? result.get()) ?? ChangeOutcome(top: (try? persistency.historyTop()) ?? shown)
            shown = outcome.top
            telling(outcome)
            return try result.get()
        }
    }
}
