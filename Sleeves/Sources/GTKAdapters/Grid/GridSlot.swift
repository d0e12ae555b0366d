internal import CAdwaita

/// A place that GTK lays out, with its cell once it has been in view.
@MainActor
final class GridSlot<Cell: Widget> {
    private let item: OpaquePointer
    private let content = Bin()
    private(set) var cell: Cell?
    var isBound = false
    /// The number of layouts before GTK bound it to its place.
    var layoutAtBinding = 0
    /// The place that the cell shows; `nil` for none.
    var shownPlace: Int?
    /// The name for screen readers, without the place.
    var label = ""

    init(_ item: OpaquePointer) {
        self.item = item
        // Screen readers would say what is in the cell instead of the cell's own name.
        content.setAccessibleRole(.presentation)
        gtk_list_item_set_child(item, content.gtk)
    }

    func setSize(width: Int, height: Int) {
        content.setMinimumSize(width: width, height: height)
    }

    func put(_ cell: Cell) {
        self.cell = cell
        content.child = cell
    }

    func removeCell() -> Cell? {
        defer { (cell, content.child) = (nil, nil) }
        return cell
    }

    var shownCell: Cell? { shownPlace == nil ? nil : cell }

    var place: Int { Int(gtk_list_item_get_position(item)) }

    /// GTK's widget around the cell, which takes the focus.
    private var frame: UnsafeMutablePointer<GtkWidget>? { gtk_widget_get_parent(content.gtk) }

    func isFramed(by widget: UnsafeMutablePointer<GtkWidget>) -> Bool {
        frame == widget
    }

    var hasFocus: Bool {
        guard let frame else { return false }
        return gtk_widget_has_focus(frame) != 0
    }

    func grabFocus() {
        if let frame { gtk_widget_grab_focus(frame) }
    }

    /// Whether GTK has placed the cell, because its place is in view.
    var isPlaced: Bool {
        guard let frame else { return false }
        return gtk_widget_get_child_visible(frame) != 0
    }

    /// The cell's place as of the last layout that has placed it, in the grid's coordinates.
    var allocation: GtkAllocation {
        frame.map(Widget.place) ?? GtkAllocation()
    }

    /// The middle of the cell, in the grid's coordinates.
    var middle: (x: Double, y: Double) {
        let allocation = allocation
        return (Double(allocation.x) + Double(allocation.width) / 2, Double(allocation.y) + Double(allocation.height) / 2)
    }

    /// Tells screen readers the name and the place. GTK 4.8 passes on only the name, so the place is a part of it.
    func setPosition(of count: Int) {
        guard let frame else { return }
        let name = Widget.accessibleName(label, at: place, of: count)
        Widget.setAccessibleLabel(name, on: OpaquePointer(frame))
        Widget.setAccessiblePosition(place, of: count, on: OpaquePointer(frame))
    }
}
