package import SleevesModel

/// The result of a change, or of undoing or redoing one.
package struct ChangeOutcome {
    /// The change that was made, undone or redone; `nil` if there was none.
    package var change: LibraryChange?
    /// The changed albums.
    package var albums: [AlbumID] = []
    /// The step that a window shows, if any.
    package var step: HistoryStep?
    /// The current changes to undo and redo.
    package var top: ChangeLog.Top

    package init(top: ChangeLog.Top = ChangeLog.Top()) {
        self.top = top
    }
}
