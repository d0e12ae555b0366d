internal import CAdwaita

/// A grid of equal cells that scrolls vertically: GTK's grid view over a list of any length.
///
/// GTK makes list items for a few screens of places and reuses them. Those in the view and half a screen around it get a cell, which the owner
/// fills; so a grid of a hundred thousand places costs as much as one of a hundred.
///
/// **Behavior**
/// - Arrow keys, Home, End and Page keys move the focus and the selection; with Shift they extend it, with Control they move only the focus.
///   Control-click, Shift-click, Control-A and dragging a rubber band select several places. Enter and double-click activate one.
/// - Tab leaves the grid.
/// - The selection stays with its places when others are inserted or removed.
///
/// Put it into a ``ScrolledWindow``.
@MainActor
public final class GridView<Cell: Widget>: Widget {
    // State, all protected by the main actor:
    // - slots: where GTK places cells, by its list item.
    // - spare: cells without a slot.
    // - isMakingSpare: whether another spare cell is about to be made.
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
    /// Called when the grid has scrolled, with the first place in view, and where the middle of the view is in the grid, from 0 to 1.
    public var onScroll: ((_ first: Int, _ middle: Double) -> Void)?
    /// Called with another width of the grid, before it is drawn.
    public var onResize: ((_ width: Int) -> Void)?
    /// Makes a cell. All cells must have the same size.
    public var makeCell: @MainActor () -> Cell
    /// The width of a cell, in logical pixels, which decides on the number of columns.
    public var cellWidth: Int {
        didSet {
            resizeSlots()
            refresh()
        }
    }

    /// The maximum number of columns. Cells fill the width of their column. Nil: as many as fit.
    public var columnLimit: Int? {
        didSet { refresh() }
    }

    private let model = GridModel()
    private var slots: [UnsafeMutableRawPointer: GridSlot<Cell>] = [:]
    private var spare: [Cell] = []
    private var isMakingSpare = false
    private var cellHeight = 0
    private var connections: [SignalConnection] = []
    private var adjusting: [SignalConnection] = []
    private var layout: SignalConnection?
    private var goal: Goal?
    private var isRefreshing = false
    private var knownWidth = 0
    private var isReplacing = false
    /// GTK's and our own handlers of the model's `selection-changed`.
    private var listeners: [gulong] = []

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
        let factory = GObjectReference(taking: UnsafeMutableRawPointer(gtk_signal_list_item_factory_new()))
        // The grid takes a reference of its own of each.
        g_object_ref(model.object.pointer)
        g_object_ref(factory.pointer)
        super.init(gtk_grid_view_new(model.object.opaque, factory.opaque))
        setAccessibleLabel(accessibleLabel)
        gtk_grid_view_set_enable_rubberband(opaque, 1)
        connections = [
            SignalConnection(to: factory, "setup") { [weak self] in self?.setUp($0.object(0)) },
            SignalConnection(to: factory, "bind") { [weak self] in self?.bind($0.object(0)) },
            SignalConnection(to: factory, "unbind") { [weak self] in self?.unbind($0.object(0)) },
            SignalConnection(to: factory, "teardown") { [weak self] in self?.tearDown($0.object(0)) },
            SignalConnection(to: model.object, "selection-changed") { [weak self] _ in
                guard let self else { return }
                model.disconnect(allBut: listeners)
                if !isReplacing { onSelect?() }
            },
        ]
        listeners = model.listeners
        listen(to: "activate") { [weak self] in self?.onActivate?(Int($0.unsigned(0))) }
        listen(to: "notify::vadjustment") { [weak self] _ in self?.followAdjustment() }
        listen(to: "realize") { [weak self] _ in self?.followLayout() }
        listen(to: "unrealize") { [weak self] _ in self?.layout = nil }
        listenForKeys()
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
        for slot in slots.values {
            // GTK keeps what shows these places.
            if let place = slot.shownPlace, places.contains(place) { hide(slot) }
            if slot.shownPlace != nil { slot.setPosition(of: count) }
        }
        refresh()
    }

    // MARK: Selection

    /// The selected places, in order.
    ///
    /// - Complexity: O(*n*) in their number.
    public var selection: [Int] {
        var places: [Int] = []
        var (iterator, place) = (GtkBitsetIter(), guint(0))
        var isValid = gtk_bitset_iter_init_first(&iterator, model.selected, &place)
        while isValid != 0 {
            places.append(Int(place))
            isValid = gtk_bitset_iter_next(&iterator, &place)
        }
        return places
    }

    /// The first selected place.
    public var firstSelectedPlace: Int? {
        gtk_bitset_is_empty(model.selected) != 0 ? nil : Int(gtk_bitset_get_minimum(model.selected))
    }

    /// Returns whether a place is selected.
    public func isSelected(_ place: Int) -> Bool {
        gtk_bitset_contains(model.selected, guint(place)) != 0
    }

    /// The number of selected places.
    public var selectionCount: Int { Int(gtk_bitset_get_size(model.selected)) }

    /// Selects one place and no other, and scrolls to it.
    ///
    /// - Parameter isFocused: Whether the place also gets the keyboard focus.
    public func select(_ place: Int, isFocused: Bool = false) {
        guard place < count else { return }
        gtk_selection_model_select_item(model.object.opaque, guint(place), 1)
        scroll(to: place, isFocused: isFocused)
    }

    /// Selects these places and no others, without scrolling.
    public func select(_ places: [Int]) {
        model.select(places)
    }

    /// Scrolls to a place.
    ///
    /// - Parameter isFocused: Whether the place also gets the keyboard focus.
    public func scroll(to place: Int, isFocused: Bool = false) {
        guard place < count else { return }
        // A request for the focus that GTK has not yet laid out still stands.
        goal = Goal(place: place, isFocused: isFocused || goal?.isFocused == true)
        refresh()
    }

    /// The place with the keyboard focus.
    public var focusedPlace: Int? {
        slots.values.first { $0.hasFocus }?.place
    }

    /// The places in view, as of the last layout.
    public var placesInView: ClosedRange<Int>? {
        let places = slots.values.filter { $0.isBound && $0.isInView }.map(\.place)
        guard let first = places.min(), let last = places.max() else { return nil }
        return first...last
    }

    /// Whether the grid is scrolled to its top.
    public var isAtTop: Bool {
        gtk_scrollable_get_vadjustment(opaque).map { gtk_adjustment_get_value($0) <= gtk_adjustment_get_lower($0) } ?? true
    }

    // MARK: Cells

    /// The shown cells and their places.
    public var shownCells: [(cell: Cell, place: Int)] {
        slots.values.compactMap { slot in slot.shownCell.map { ($0, slot.place) } }
    }

    /// All cells, shown or not, for changes of their size.
    public var allCells: [Cell] { slots.values.compactMap(\.cell) + spare }

    /// Sets the name of a shown cell's place for screen readers, which say it with the place: "…, 3 of 35".
    public func setAccessibleLabel(_ text: String, of cell: Cell) {
        guard let slot = slots.values.first(where: { $0.cell === cell }) else { return }
        let isLate = slot.shownPlace != nil && slot.label.isEmpty && slot.hasFocus
        slot.label = text
        slot.setPosition(of: count)
        // Screen readers have already said what a cell with the focus is called, and don't follow its name.
        if isLate { announce(Widget.accessibleName(text, at: slot.place, of: count)) }
    }

    private func setUp(_ item: UnsafeMutableRawPointer?) {
        guard let item else { return }
        let slot = GridSlot<Cell>(OpaquePointer(item))
        slot.setSize(width: cellWidth, height: cellHeight)
        slots[item] = slot
    }

    private func bind(_ item: UnsafeMutableRawPointer?) {
        guard let item else { return }
        slots[item]?.isBound = true
        refresh()
    }

    private func unbind(_ item: UnsafeMutableRawPointer?) {
        guard let item, let slot = slots[item] else { return }
        slot.isBound = false
        hide(slot)
    }

    private func tearDown(_ item: UnsafeMutableRawPointer?) {
        guard let item, let slot = slots.removeValue(forKey: item) else { return }
        hide(slot)
        if let cell = slot.removeCell() { spare.append(cell) }
        gtk_list_item_set_child(OpaquePointer(item), nil)
    }

    private func hide(_ slot: GridSlot<Cell>) {
        guard let cell = slot.shownCell else { return }
        slot.shownPlace = nil
        onHide?(cell)
    }

    private func show(_ place: Int, in slot: GridSlot<Cell>) {
        hide(slot)
        let cell = fill(slot)
        slot.label = ""
        onShow?(cell, place)
        slot.shownPlace = place
        if slot.label.isEmpty { slot.setPosition(of: count) }
    }

    /// Puts a cell into a slot that has none.
    private func fill(_ slot: GridSlot<Cell>) -> Cell {
        if let cell = slot.cell { return cell }
        let cell = spare.popLast() ?? makeCell()
        slot.put(cell)
        return cell
    }

    // MARK: View

    private func followAdjustment() {
        guard let adjustment = gtk_scrollable_get_vadjustment(opaque) else { return adjusting = [] }
        let object = GObjectReference(sharing: UnsafeMutableRawPointer(adjustment))
        adjusting = ["value-changed", "changed"].map { signal in
            SignalConnection(to: object, signal) { [weak self] _ in self?.refresh() }
        }
        adjusting.append(
            SignalConnection(to: object, "value-changed") { [weak self] _ in
                guard let self, let onScroll, gtk_adjustment_get_upper(adjustment) > 0 else { return }
                let (value, height) = (gtk_adjustment_get_value(adjustment), gtk_adjustment_get_upper(adjustment))
                onScroll(Int(value / height * Double(count)), (value + gtk_adjustment_get_page_size(adjustment) / 2) / height)
            })
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
        let isRefitted = (fitColumns(), fitHeight())
        if isRefitted != (false, false) || reachGoal() { return refresh() }
        let bound = slots.values.filter(\.isBound)
        guard let inView = placesInView else { return }
        // GTK lays out only the cells in view. Those around them are filled early, so that their pictures are there when they come into view.
        let margin = inView.count / 2
        let near = inView.lowerBound - margin...inView.upperBound + margin
        var entering: [(place: Int, slot: GridSlot<Cell>)] = []
        for slot in bound {
            let place = slot.place
            if !near.contains(place) { hide(slot) } else if slot.shownPlace != place { entering.append((place, slot)) }
        }
        for (place, slot) in entering.sorted(by: { $0.place < $1.place }) { show(place, in: slot) }
        makeSpare()
    }

    /// Makes cells for the slots that have none, one at a time while there is nothing else to do, so that scrolling doesn't have to.
    private func makeSpare() {
        guard !isMakingSpare, slots.values.count(where: { $0.cell == nil }) > spare.count else { return }
        isMakingSpare = true
        GLibContext.enqueueWhenIdle { [weak self] in
            guard let self else { return }
            isMakingSpare = false
            spare.append(makeCell())
            makeSpare()
        }
    }

    /// Makes all slots as high as a cell, which may have another font now.
    ///
    /// - Returns: Whether another layout is needed.
    private func fitHeight() -> Bool {
        let filled = slots.values.first { $0.cell != nil } ?? slots.values.first(where: \.isBound)
        guard let filled else { return false }
        var height: gint = 0
        gtk_widget_measure(fill(filled).gtk, GTK_ORIENTATION_VERTICAL, -1, nil, &height, nil, nil)
        guard cellHeight != height else { return false }
        cellHeight = Int(height)
        resizeSlots()
        return true
    }

    private func resizeSlots() {
        for slot in slots.values { slot.setSize(width: cellWidth, height: cellHeight) }
    }

    /// Allows as many columns as fit. GTK makes cells for 30 rows of all columns that it may have.
    ///
    /// - Returns: Whether another layout is needed.
    private func fitColumns() -> Bool {
        let fitting = guint(max(1, min(columnLimit ?? .max, width / max(1, cellWidth))))
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
        let slot = slots.values.first { $0.isBound && $0.place == goal.place }
        gtk_widget_activate_action_variant(gtk, "list.scroll-to-item", g_variant_new_uint32(guint(goal.place)))
        guard let slot else { return true }
        self.goal = nil
        if goal.isFocused {
            if slot.shownPlace != goal.place { show(goal.place, in: slot) }
            slot.grabFocus()
        }
        return true
    }

    // MARK: Keys

    private func listenForKeys() {
        let keys = KeyController(phase: .capture)
        keys.onKey = { [weak self] key, modifiers in
            if key == .tab, modifiers.subtracting(.shift).isEmpty {
                return self?.passFocus(modifiers == .shift ? GTK_DIR_TAB_BACKWARD : GTK_DIR_TAB_FORWARD) ?? false
            }
            // After GTK has moved the focus, and before a screen reader asks for the name of what has it.
            GLibContext.enqueue { [weak self] in
                guard let self, let slot = slots.values.first(where: \.hasFocus), slot.isBound, slot.shownPlace != slot.place else {
                    return
                }
                show(slot.place, in: slot)
            }
            return false
        }
        add(keys)
    }

    /// Moves the focus to what comes before or after the grid. GTK 4.8 would move it from cell to cell.
    private func passFocus(_ direction: GtkDirectionType) -> Bool {
        guard let root = gtk_widget_get_root(gtk) else { return false }
        gtk_widget_set_can_focus(gtk, 0)
        defer { gtk_widget_set_can_focus(gtk, 1) }
        return gtk_widget_child_focus(UnsafeMutableRawPointer(root).assumingMemoryBound(to: GtkWidget.self), direction) != 0
    }

    // MARK: Clicks

    private func listenForClicks() {
        let click = ClickGesture(phase: .capture)
        click.onRelease = { [weak self, weak click] count, x, y in
            guard let self, let click, count == 1, click.modifiers.isEmpty, slot(at: x, y) != nil else { return }
            // After the list item, which selects its place.
            GLibContext.enqueue { [weak self] in self?.onClick?() }
        }
        add(click)
    }

    // MARK: Menu

    private func listenForMenu() {
        let click = ClickGesture(button: .secondary)
        click.onPress = { [weak self, weak click] _, x, y in
            guard let self, let slot = slot(at: x, y) else { return }
            click?.claim()
            onMenu?(slot.place, x, y)
        }
        add(click)
        let press = LongPressGesture()
        press.onPress = { [weak self, weak press] x, y in
            guard let self, let slot = slot(at: x, y) else { return }
            press?.claim()
            onMenu?(slot.place, x, y)
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
        guard let slot = slots.values.first(where: \.hasFocus) else { return }
        onMenu?(slot.place, slot.middle.x, slot.middle.y)
    }

    private func slot(at x: Double, _ y: Double) -> GridSlot<Cell>? {
        var widget = gtk_widget_pick(gtk, x, y, GTK_PICK_DEFAULT)
        while let current = widget, current != gtk {
            if let slot = slots.values.first(where: { $0.isFramed(by: current) }) { return slot }
            widget = gtk_widget_get_parent(current)
        }
        return nil
    }
}

/// Where GTK places a cell, with the cell once it has been in view.
@MainActor
private final class GridSlot<Cell: Widget> {
    private let item: OpaquePointer
    private let content = Bin()
    private(set) var cell: Cell?
    var isBound = false
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

    /// Whether GTK's last layout has placed the cell, because it is in view.
    var isInView: Bool {
        guard let frame else { return false }
        return gtk_widget_get_child_visible(frame) != 0
    }

    /// The middle of the cell, in the grid's coordinates.
    var middle: (x: Double, y: Double) {
        var allocation = GtkAllocation()
        if let frame { gtk_widget_get_allocation(frame, &allocation) }
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
