internal import CAdwaita

/// A grid of equal cells that scrolls vertically: GTK's grid view over a list of any length.
///
/// GTK makes cells for a few screens of places and reuses them. Of these cells, only those in the view and half a screen around it are shown
/// by the owner; so a grid of a hundred thousand places costs as much as one of a hundred.
///
/// **Behavior**
/// - Arrow keys, Home, End and Page keys move the focus and the selection; with Shift they extend it, with Control they move only the focus.
///   Control-click, Shift-click, Control-A and dragging a rubber band select several places. Enter and double-click activate one.
/// - The selection stays with its places when others are inserted or removed.
///
/// Put it into a ``ScrolledWindow``.
@MainActor
public final class GridView<Cell: Widget>: Widget {
    // State, all protected by the main actor:
    // - cells: the cells that GTK uses, by its list item.
    // - goal: the place to scroll to and to focus, once GTK has laid out the grid.
    // - isRefreshing: whether the cells in view are to be determined after the next layout.

    /// Fills a cell that comes into view, or near it.
    public var onShow: ((Cell, _ place: Int) -> Void)?
    /// Empties a cell that is out of view, or that is about to show another place.
    public var onHide: ((Cell) -> Void)?
    /// Called when the user or ``select(_:)`` changes the selection.
    public var onSelect: (() -> Void)?
    /// Called when the user activates a place.
    public var onActivate: ((_ place: Int) -> Void)?
    /// Called when the user clicks a place without a modifier key.
    public var onClick: (() -> Void)?
    /// Called when the user asks for the menu of a place, with a point in the grid's coordinates.
    public var onMenu: ((_ place: Int, _ x: Double, _ y: Double) -> Void)?
    /// Called with another width of the grid, before it is drawn.
    public var onResize: ((_ width: Int) -> Void)?
    /// Makes a cell. All cells must have the same size.
    public var makeCell: @MainActor () -> Cell
    /// The width of a cell, in logical pixels, which decides on the number of columns.
    public var cellWidth: Int {
        didSet { refresh() }
    }

    private let model = GridModel()
    private let selectionModel: GObjectReference
    private var cells: [UnsafeMutableRawPointer: GridCell<Cell>] = [:]
    private var connections: [SignalConnection] = []
    private var adjusting: [SignalConnection] = []
    private var layout: SignalConnection?
    private var goal: Goal?
    private var isRefreshing = false
    private var knownWidth = 0
    private var isReplacing = false

    private struct Goal {
        var place: Int
        var isFocused: Bool
    }

    /// Creates an empty grid.
    ///
    /// - Parameters:
    ///   - cellWidth: The width of a cell, in logical pixels.
    ///   - makeCell: Makes a cell.
    public init(accessibleLabel: String, cellWidth: Int, makeCell: @escaping @MainActor () -> Cell) {
        self.cellWidth = cellWidth
        self.makeCell = makeCell
        g_object_ref(model.object.pointer)
        let selection = gtk_multi_selection_new(model.object.opaque)
        selectionModel = GObjectReference(taking: UnsafeMutableRawPointer(selection!))
        let factory = GObjectReference(taking: UnsafeMutableRawPointer(gtk_signal_list_item_factory_new()))
        // The grid takes a reference of its own of each.
        g_object_ref(selectionModel.pointer)
        g_object_ref(factory.pointer)
        super.init(gtk_grid_view_new(selectionModel.opaque, factory.opaque))
        setAccessibleLabel(accessibleLabel)
        gtk_grid_view_set_enable_rubberband(opaque, 1)
        connections = [
            SignalConnection(to: factory, "setup") { [weak self] in self?.setUp($0.object(0)) },
            SignalConnection(to: factory, "bind") { [weak self] in self?.bind($0.object(0)) },
            SignalConnection(to: factory, "unbind") { [weak self] in self?.unbind($0.object(0)) },
            SignalConnection(to: factory, "teardown") { [weak self] in self?.tearDown($0.object(0)) },
            SignalConnection(to: selectionModel, "selection-changed") { [weak self] _ in
                guard let self, !isReplacing else { return }
                onSelect?()
            },
        ]
        listen(to: "activate") { [weak self] in self?.onActivate?(Int($0.unsigned(0))) }
        listen(to: "notify::vadjustment") { [weak self] _ in self?.followAdjustment() }
        listen(to: "realize") { [weak self] _ in self?.followLayout() }
        listen(to: "unrealize") { [weak self] _ in self?.layout = nil }
        listenForMenu()
        listenForClicks()
    }

    /// The number of places.
    public var count: Int { model.count }

    /// Replaces the contents of some places. The selection of the others stays with them.
    public func replace(_ places: Range<Int>, withCount newCount: Int) {
        isReplacing = true
        model.replace(places, withCount: newCount)
        isReplacing = false
        refresh()
    }

    // MARK: Selection

    /// The selected places, in order.
    ///
    /// - Complexity: O(*n*) in their number.
    public var selection: [Int] {
        guard let bits = gtk_selection_model_get_selection(selectionModel.opaque) else { return [] }
        defer { gtk_bitset_unref(bits) }
        var places: [Int] = []
        var (iterator, place) = (GtkBitsetIter(), guint(0))
        var isValid = gtk_bitset_iter_init_first(&iterator, bits, &place)
        while isValid != 0 {
            places.append(Int(place))
            isValid = gtk_bitset_iter_next(&iterator, &place)
        }
        return places
    }

    /// The first selected place.
    public var firstSelectedPlace: Int? {
        guard let bits = gtk_selection_model_get_selection(selectionModel.opaque) else { return nil }
        defer { gtk_bitset_unref(bits) }
        return gtk_bitset_is_empty(bits) != 0 ? nil : Int(gtk_bitset_get_minimum(bits))
    }

    /// Returns whether a place is selected.
    public func isSelected(_ place: Int) -> Bool {
        gtk_selection_model_is_selected(selectionModel.opaque, guint(place)) != 0
    }

    /// The number of selected places.
    public var selectionCount: Int {
        guard let bits = gtk_selection_model_get_selection(selectionModel.opaque) else { return 0 }
        defer { gtk_bitset_unref(bits) }
        return Int(gtk_bitset_get_size(bits))
    }

    /// Selects one place and no other, and scrolls to it.
    ///
    /// - Parameter isFocused: Whether the place also gets the keyboard focus.
    public func select(_ place: Int, isFocused: Bool = false) {
        guard place < count else { return }
        gtk_selection_model_select_item(selectionModel.opaque, guint(place), 1)
        scroll(to: place, isFocused: isFocused)
    }

    /// Selects these places and no others, without scrolling.
    public func select(_ places: [Int]) {
        guard let (chosen, all) = (gtk_bitset_new_empty(), gtk_bitset_new_range(0, guint(count))) as? (OpaquePointer, OpaquePointer)
        else { return }
        for place in places where place < count { gtk_bitset_add(chosen, guint(place)) }
        gtk_selection_model_set_selection(selectionModel.opaque, chosen, all)
        gtk_bitset_unref(chosen)
        gtk_bitset_unref(all)
    }

    /// Scrolls to a place.
    ///
    /// - Parameter isFocused: Whether the place also gets the keyboard focus.
    public func scroll(to place: Int, isFocused: Bool = false) {
        guard place < count else { return }
        goal = Goal(place: place, isFocused: isFocused)
        refresh()
    }

    /// The place with the keyboard focus.
    public var focusedPlace: Int? {
        cells.values.first { $0.hasFocus }?.place
    }

    // MARK: Cells

    /// The shown cells and their places.
    public var shownCells: [(cell: Cell, place: Int)] {
        cells.values.filter(\.isShown).map { ($0.cell, $0.place) }
    }

    /// All cells, shown or not, for changes of their size.
    public var allCells: [Cell] { cells.values.map(\.cell) }

    /// Sets the name of a shown cell's place for screen readers.
    public func setAccessibleLabel(_ text: String, of cell: Cell) {
        // GTK's widget around the cell is the one that takes the focus.
        if let frame = gtk_widget_get_parent(cell.gtk) { Widget.setAccessibleLabel(text, on: OpaquePointer(frame)) }
    }

    private func setUp(_ item: UnsafeMutableRawPointer?) {
        guard let item else { return }
        let cell = makeCell()
        gtk_list_item_set_child(OpaquePointer(item), cell.gtk)
        cells[item] = GridCell(cell, OpaquePointer(item))
    }

    private func bind(_ item: UnsafeMutableRawPointer?) {
        guard let item else { return }
        cells[item]?.isBound = true
        refresh()
    }

    private func unbind(_ item: UnsafeMutableRawPointer?) {
        guard let item, let cell = cells[item] else { return }
        cell.isBound = false
        hide(cell)
    }

    private func tearDown(_ item: UnsafeMutableRawPointer?) {
        guard let item, let cell = cells.removeValue(forKey: item) else { return }
        hide(cell)
        gtk_list_item_set_child(OpaquePointer(item), nil)
    }

    private func hide(_ cell: GridCell<Cell>) {
        guard cell.isShown else { return }
        cell.isShown = false
        onHide?(cell.cell)
    }

    // MARK: View

    private func followAdjustment() {
        guard let adjustment = gtk_scrollable_get_vadjustment(opaque) else { return adjusting = [] }
        let object = GObjectReference(sharing: UnsafeMutableRawPointer(adjustment))
        adjusting = ["value-changed", "changed"].map { signal in
            SignalConnection(to: object, signal) { [weak self] _ in self?.refresh() }
        }
    }

    private func followLayout() {
        guard let clock = gtk_widget_get_frame_clock(gtk) else { return }
        // After GTK's own layout, but before the frame is drawn: what changes here is laid out in the same frame.
        layout = SignalConnection(to: GObjectReference(sharing: UnsafeMutableRawPointer(clock)), "layout", isAfter: true) { [weak self] _ in
            self?.showCellsInView()
        }
    }

    /// Determines the cells in view again, after the next layout.
    private func refresh() {
        isRefreshing = true
        gtk_widget_queue_allocate(gtk)
    }

    private func showCellsInView() {
        guard height > 0 else { return }
        if width != knownWidth {
            knownWidth = width
            onResize?(width)
            isRefreshing = true
        }
        guard isRefreshing else { return }
        isRefreshing = false
        if fitColumns() || reachGoal() { return refresh() }
        let near = -Double(height) / 2..<Double(height) * 1.5
        var shown: [GridCell<Cell>] = []
        for cell in cells.values where cell.isBound {
            cell.measure()
            if cell.height > 0, cell.bottom >= near.lowerBound, cell.top < near.upperBound { shown.append(cell) } else { hide(cell) }
        }
        for cell in shown.sorted(by: { $0.place < $1.place }) {
            let place = cell.place
            guard !cell.isShown || cell.shownPlace != place else { continue }
            hide(cell)
            cell.isShown = true
            cell.shownPlace = place
            onShow?(cell.cell, place)
            cell.setPosition(of: count)
        }
    }

    /// Allows as many columns as fit. GTK makes cells for 30 rows of all columns that it may have.
    ///
    /// - Returns: Whether another layout is needed.
    private func fitColumns() -> Bool {
        let fitting = guint(max(1, width / max(1, cellWidth)))
        guard gtk_grid_view_get_max_columns(opaque) != fitting else { return false }
        gtk_grid_view_set_max_columns(opaque, fitting)
        return true
    }

    /// Scrolls to the place to go to.
    ///
    /// - Returns: Whether another layout is needed.
    private func reachGoal() -> Bool {
        guard let goal, goal.place < count else {
            goal = nil
            return false
        }
        let isThere = cells.values.contains { $0.isBound && $0.place == goal.place }
        gtk_widget_activate_action_variant(gtk, "list.scroll-to-item", g_variant_new_uint32(guint(goal.place)))
        guard isThere else { return true }
        self.goal = nil
        if goal.isFocused { cells.values.first { $0.isBound && $0.place == goal.place }?.grabFocus() }
        return true
    }

    // MARK: Clicks

    private func listenForClicks() {
        let click = ClickGesture(phase: .capture)
        click.onRelease = { [weak self, weak click] count, x, y in
            guard let self, let click, count == 1, click.modifiers.isEmpty, cell(at: x, y) != nil else { return }
            // After the list item, which selects its place.
            GLibContext.enqueue { [weak self] in self?.onClick?() }
        }
        add(click)
    }

    // MARK: Menu

    private func listenForMenu() {
        let click = ClickGesture(button: .secondary)
        click.onPress = { [weak self, weak click] _, x, y in
            guard let self, let cell = cell(at: x, y) else { return }
            click?.claim()
            onMenu?(cell.place, x, y)
        }
        add(click)
        let press = LongPressGesture()
        press.onPress = { [weak self, weak press] x, y in
            guard let self, let cell = cell(at: x, y) else { return }
            press?.claim()
            onMenu?(cell.place, x, y)
        }
        add(press)
        let keys = KeyController(phase: .capture)
        keys.onKey = { [weak self] key, modifiers in
            let isMenuKey = key == .other(UInt32(GDK_KEY_Menu)) && modifiers.isEmpty
            guard isMenuKey || key == .other(UInt32(GDK_KEY_F10)) && modifiers == .shift else { return false }
            self?.openMenu()
            return true
        }
        add(keys)
    }

    /// Asks for the menu of the place with the focus.
    private func openMenu() {
        guard let cell = cells.values.first(where: \.hasFocus) else { return }
        cell.measure()
        onMenu?(cell.place, cell.left + cell.width / 2, cell.top + cell.height / 2)
    }

    private func cell(at x: Double, _ y: Double) -> GridCell<Cell>? {
        var widget = gtk_widget_pick(gtk, x, y, GTK_PICK_DEFAULT)
        while let current = widget, current != gtk {
            if let cell = cells.values.first(where: { $0.cell.gtk == current }) { return cell }
            widget = gtk_widget_get_parent(current)
        }
        return nil
    }
}

/// A cell, and the list item that GTK uses it for.
@MainActor
private final class GridCell<Cell: Widget> {
    let cell: Cell
    private let item: OpaquePointer
    var isBound = false
    var isShown = false
    var shownPlace = -1
    private(set) var left = 0.0
    private(set) var top = 0.0
    private(set) var width = 0.0
    private(set) var height = 0.0

    init(_ cell: Cell, _ item: OpaquePointer) {
        self.cell = cell
        self.item = item
    }

    var bottom: Double { top + height }

    var place: Int { Int(gtk_list_item_get_position(item)) }

    /// GTK's widget around the cell, which takes the focus.
    private var frame: UnsafeMutablePointer<GtkWidget>? { gtk_widget_get_parent(cell.gtk) }

    var hasFocus: Bool {
        guard let frame else { return false }
        return gtk_widget_has_focus(frame) != 0
    }

    func grabFocus() {
        if let frame { gtk_widget_grab_focus(frame) }
    }

    /// Reads the place from GTK's last layout.
    func measure() {
        guard let frame else { return height = 0 }
        var allocation = GtkAllocation()
        gtk_widget_get_allocation(frame, &allocation)
        (left, top) = (Double(allocation.x), Double(allocation.y))
        (width, height) = (Double(allocation.width), Double(allocation.height))
    }

    /// Tells screen readers the place.
    func setPosition(of count: Int) {
        guard let frame else { return }
        Widget.setAccessiblePosition(place, of: count, on: OpaquePointer(frame))
    }
}
