internal import CAdwaita

/// The vertical adjustment of a grid. GTK reads its value at most once between two layouts.
///
/// GTK 4.8 looks for the place to show among the heights of the last layout. Once it has bound list items to other places, or places have come
/// or gone, it finds a wrong one, and the grid may stay empty. So a value that comes too early is set again after the next layout.
@MainActor
final class GridAdjustment {
    // State, all protected by the main actor:
    // - postponed: the values set while GTK doesn't read them; `nil` while it does.
    // - wanted: the last of those, once GTK reads values again.

    private let grid: UnsafeMutablePointer<GtkWidget>
    private let adjustment: UnsafeMutablePointer<GtkAdjustment>
    private let onChange: () -> Void
    private var connections: [SignalConnection] = []
    private var postponed: [Double]?
    private var wanted: Double?

    /// Follows the adjustment that a grid has now, if there is one.
    ///
    /// - Parameter onChange: Called when the value or its range changes, also during a layout.
    init?(of grid: Widget, onChange: @escaping () -> Void) {
        guard let adjustment = gtk_scrollable_get_vadjustment(grid.opaque) else { return nil }
        (self.grid, self.adjustment, self.onChange) = (grid.gtk, adjustment, onChange)
        let object = GObjectReference(sharing: UnsafeMutableRawPointer(adjustment))
        connections = [
            SignalConnection(to: object, "changed") { _ in onChange() },
            SignalConnection(to: object, "value-changed") { [weak self] _ in self?.noteValue() },
        ]
    }

    /// The distance from the top of the grid to the top of the view, in logical pixels.
    var value: Double { gtk_adjustment_get_value(adjustment) }

    /// The height of the grid, or that of the view if that is larger.
    var height: Double { gtk_adjustment_get_upper(adjustment) }

    /// The height of the view.
    var page: Double { gtk_adjustment_get_page_size(adjustment) }

    /// Whether GTK reads no value before the next layout.
    var isPostponed: Bool { postponed != nil }

    /// Keeps GTK from reading the value until the next layout. Idempotent.
    func postpone() {
        guard postponed == nil else { return }
        postponed = []
        // The data of GTK's handler is the grid.
        g_signal_handlers_block_matched(adjustment, G_SIGNAL_MATCH_DATA, 0, 0, nil, nil, grid)
    }

    /// Makes GTK read values again after a layout.
    func resume() {
        guard let values = postponed else { return }
        postponed = nil
        g_signal_handlers_unblock_matched(adjustment, G_SIGNAL_MATCH_DATA, 0, 0, nil, nil, grid)
        // The layout has set the value that GTK knew, rounded.
        wanted = values.last { abs($0 - value) >= 1 }
        if wanted != nil { onChange() }
    }

    /// Sets the value that came too early.
    ///
    /// - Returns: Whether there is one.
    func scrollAgain() -> Bool {
        guard let wanted else { return false }
        gtk_adjustment_set_value(adjustment, wanted)
        forget()
        return true
    }

    /// Forgets the values that came too early.
    func forget() {
        wanted = nil
        if postponed != nil { postponed = [] }
    }

    private func noteValue() {
        postponed?.append(value)
        postpone()
        onChange()
    }
}
