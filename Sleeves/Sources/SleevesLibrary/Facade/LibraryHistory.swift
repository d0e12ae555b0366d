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
    private let store: UndoStore

    init(_ persistency: PersistencyManager) {
        let store = UndoStore(persistency)
        self.store = store
        undoName = store.firstNames.undo
        redoName = store.firstNames.redo
    }

    /// Takes the last change back.
    ///
    /// - Returns: What was taken back, and which albums that concerned; `nil` where there was nothing.
    /// - Throws: ``HistoryError`` or ``PersistencyError``.
    @discardableResult
    public func undo() async throws -> HistoryStep? {
        try await store.undo(telling: tell)
    }

    /// Does again what was undone last.
    ///
    /// - Returns: What was done again, and which albums that concerned; `nil` where there was nothing.
    /// - Throws: ``HistoryError`` or ``PersistencyError``.
    @discardableResult
    public func redo() async throws -> HistoryStep? {
        try await store.redo(telling: tell)
    }

    /// Notices what other programs have changed.
    public func refresh() async {
        await store.refresh(telling: tell)
    }

    func perform(_ change: @Sendable (PersistencyManager) throws -> ChangeOutcome) async throws -> LibraryChange? {
        try await store.perform(change, telling: tell)
    }

    private func tell(_ names: UndoStore.Names, _ outcome: ChangeOutcome?) {
        if undoName != names.undo { undoName = names.undo }
        if redoName != names.redo { redoName = names.redo }
        if let outcome, outcome.change != nil { outcomes.notify(outcome) }
    }
}
