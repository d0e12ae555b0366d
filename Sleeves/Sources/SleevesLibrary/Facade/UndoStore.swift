internal import Heed

/// Makes changes, undoes and redoes them, one after another.
///
/// The database knows what was changed; Heed's `UndoHistory` knows what is undone and redone next, as long as no other program has a hand
/// in it. Where the database says that one had, the history is filled from there again.
actor UndoStore {
    struct Names: Hashable {
        var undo: String?
        var redo: String?
    }

    /// Told within each step, so that what is told last is what is true last.
    typealias Telling = @Sendable (Names, ChangeOutcome?) -> Void

    /// The names as they are when the store is made.
    nonisolated let firstNames: Names
    private let persistency: PersistencyManager
    private let history: UndoHistory
    private var top: ChangeLog.Top

    init(_ persistency: PersistencyManager) {
        self.persistency = persistency
        // What cannot be read now is told of when something is changed or undone.
        let filled = Self.fill(from: persistency)
        firstNames = Self.names(of: filled.history)
        history = filled.history
        top = filled.top
    }

    func perform(_ change: @Sendable (PersistencyManager) throws -> ChangeOutcome, telling: Telling) throws -> LibraryChange? {
        let outcome = try change(persistency)
        if outcome.topBefore != top || outcome.isTrimmed {
            refill()
        } else if let change = outcome.change {
            Self.register(change.name, in: history)
            top = outcome.top
        }
        telling(Self.names(of: history), outcome)
        return outcome.change
    }

    func undo(telling: Telling) throws -> HistoryStep? {
        try follow(telling, persistency.undo(expecting:)) { $0.undo() }
    }

    func redo(telling: Telling) throws -> HistoryStep? {
        try follow(telling, persistency.redo(expecting:)) { $0.redo() }
    }

    func refresh(telling: Telling) {
        refill()
        telling(Self.names(of: history), nil)
    }

    private func follow(
        _ telling: Telling,
        _ step: (ChangeLog.Top) throws -> ChangeOutcome,
        _ body: (UndoHistory) -> Void
    ) throws -> HistoryStep? {
        let outcome: ChangeOutcome
        do {
            outcome = try step(top)
        } catch {
            refill()
            telling(Self.names(of: history), nil)
            throw error
        }
        guard let step = outcome.step else { return nil }
        body(history)
        top = outcome.top
        telling(Self.names(of: history), outcome)
        return step
    }

    // MARK: The history

    private func refill() {
        guard let saved = try? persistency.changes() else { return }
        history.removeAllActions()
        Self.fill(history, with: saved.changes)
        top = saved.top
    }

    private static func fill(from persistency: PersistencyManager) -> (history: UndoHistory, top: ChangeLog.Top) {
        let history = UndoHistory(limit: ChangeLog.limit)
        guard let saved = try? persistency.changes() else { return (history, ChangeLog.Top()) }
        fill(history, with: saved.changes)
        return (history, saved.top)
    }

    private static func fill(_ history: UndoHistory, with changes: [(change: LibraryChange, isUndone: Bool)]) {
        for (change, _) in changes { register(change.name, in: history) }
        for (_, isUndone) in changes where isUndone { history.undo() }
    }

    /// Undoing registers what redoes it, and the other way round; the database does the work.
    private static func register(_ name: String, in history: UndoHistory) {
        history.registerUndo(with: history, named: name) { register(name, in: $0) }
    }

    private static func names(of history: UndoHistory) -> Names {
        Names(undo: history.canUndo ? history.undoActionName : nil, redo: history.canRedo ? history.redoActionName : nil)
    }
}
