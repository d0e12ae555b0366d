internal import CAdwaita

/// A grid of equal cells that scrolls vertically: GTK's grid view over a list of any length.
///
/// GTK makes list items for a few screens of places and reuses them. Those in the view and half a screen around it get a cell, which the owner
/// fills; so a grid of a hundred thousand places costs as much as one of a hundred.
///
/// **Behavior**
/// - Arrow keys, Home, End and Page keys move the focus and the selection; with Shift they extend it, with Control they move only the focus.
///   Control-click, Shift-click, Control-A and dragging a rubber band select several places. Enter and double-click activate one.
/// - Tab leaves the grid, and leads back to the cell that had the focus last.
/// - The selection stays with its places when others are inserted or removed.
/// - A cell stays with what it shows when that gets another place. It is neither emptied nor filled again.
///
/// Put it into a ``ScrolledWindow``.
@MainActor
public final class GridView<Cell: Widget>: Widget {
    // State, all protected by the main actor:
    // - cells: the cells, and where each is.
    // - goal: the place to scroll to and to focus, once GTK has laid out the grid.
    // - isRefreshing: whether ``showCells()`` is about to run.
    // - pausedDrags: GTK's gestures that select nothing until the next layout.
    // - layoutCount: the number of layouts so far. isLaidOut: whether the last one knew all places and the size of a cell.
    // - rowHeight: the height of a row in the last layout.
    // - scrolledTo: the value of the adjustment that ``onScroll`` has reported.
    // - knownWidth, knownHeight: the size that the cells in view were determined for.

    /// Fills a cell that comes into view, or near it.
    public var onShow: ((Cell, _ place: Int) -> Void)? {
        get { cells.onShow }
        set { cells.onShow = newValue }
    }
    /// Called with a cell that stays, and has got another place or another list around it.
    public var onMove: ((Cell, _ place: Int) -> Void)? {
        get { cells.onMove }
        set { cells.onMove = newValue }
    }
    /// Empties a cell that is out of view, or that is about to show another place.
    public var onHide: ((Cell) -> Void)? {
        get { cells.onHide }
        set { cells.onHide = newValue }
    }
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
    /// Called with another width of the grid, after the frame that is the first to have it.
    public var onResize: ((_ width: Int) -> Void)?
    /// Makes a cell. All cells must have the same size.
    public var makeCell: @MainActor () -> Cell {
        get { cells.make }
        set { cells.make = newValue }
    }
    /// The width of a cell, in logical pixels, which decides on the number of columns.
    public var cellWidth: Int {
        didSet {
            guard cellWidth != oldValue else { return }
            resizeSlots()
            refresh()
        }
    }

    /// The maximum number of columns. Cells fill the width of their column. Nil: as many as fit.
    public var columnLimit: Int? {
        didSet { refresh() }
    }

    private let model = GridModel()
    let cells: GridCells<Cell>
    private var cellHeight = 0
    private var connections: [SignalConnection] = []
    private var adjustment: GridAdjustment?
    private var layout: SignalConnection?
    private var goal: Goal?
    private var isRefreshing = false
    var pausedDrags: [GObjectReference] = []
    private var layoutCount = 0
    private(set) var isLaidOut = false
    private var rowHeight = 0.0
    private var scrolledTo = 0.0
    private var knownWidth = 0
    private var knownHeight = 0
    private var isReplacing = false
    /// GTK's and our own handlers of the model's `selection-changed`.
    private var listeners: [gulong] = []

    private struct Goal {
        var place: Int
        var isFocused: Bool
        /// Whether it has had the focus. GTK may not have a list item for a new place at once.
        var hasHadFocus = false
        /// Whether the user has pressed a key or clicked since: the focus is then where the user wants it.
        var hasHadInput = false
        /// The field that had the focus when it was requested.
        var field: UnsafeMutablePointer<GtkWidget>?
        /// The number of times that GTK was asked to scroll to it.
        var attempts = 0
    }

    /// Creates an empty grid.
    ///
    /// - Parameters:
    ///   - cellWidth: The width of a cell, in logical pixels.
    ///   - makeCell: Makes a cell.
    public init(accessibleLabel: String, cellWidth: Int, makeCell: @escaping @MainActor () -> Cell) {
        self.cellWidth = cellWidth
        cells = GridCells(model, make: makeCell)
        let factory = GObjectReference(taking: UnsafeMutableRawPointer(gtk_signal_list_item_factory_new()))
        // The grid takes a reference of its own of each.
        g_object_ref(model.object.pointer)
        g_object_ref(factory.pointer)
        super.init(gtk_grid_view_new(model.object.opaque, factory.opaque))
        setAccessibleLabel(accessibleLabel)
        gtk_grid_view_set_enable_rubberband(opaque, 1)
        // As before GTK 4.12, Tab leads to the cell that had the focus last.
        if gtk_get_minor_version() >= 12 {
            let item: UInt32 = 1
            object.setEnumeration("tab-behavior", type: g_type_from_name("GtkListTabBehavior"), to: item)
        }
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
        listen(to: "map") { [weak self] _ in self?.refresh() }
        listenForKeys()
        listenForMenu()
        listenForClicks()
        listenForDrags()
    }

    /// The number of places.
    public var count: Int { model.count }

    /// Places, and the number of places that come instead of them.
    public typealias Replacement = (places: Range<Int>, newCount: Int)

    /// The places that GTK lays out.
    var slots: Dictionary<UnsafeMutableRawPointer, GridSlot<Cell>>.Values { cells.slots.values }

    /// Replaces the contents of some places. The selection of the others stays with them.
    public func replace(_ places: Range<Int>, withCount newCount: Int) {
        replace([(places, newCount)]) { _ in [:] }
    }

    /// Replaces the contents of some places. The selection of the others stays with them.
    ///
    /// - Parameters:
    ///   - replacements: The places, the last ones first.
    ///   - newPlaces: Returns the new places of what some of the replaced places show, without what is gone.
    public func replace(_ replacements: [Replacement], moving newPlaces: (_ places: [Int]) -> [Int: Int]) {
        isReplacing = true
        cells.keep(replacements, moving: newPlaces)
        for (places, newCount) in replacements {
            if newCount != places.count {
                adjustment?.postpone()
                // Of places that only have other contents, GTK knows nothing.
                isLaidOut = false
            }
            model.replace(places, withCount: newCount, bound: slots.lazy.filter(\.isBound).map(\.place))
        }
        isReplacing = false
        cells.putKept()
        for slot in slots where slot.shownPlace != nil { slot.setPosition(of: count) }
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
        goal = Goal(place: place, isFocused: isFocused || goal?.isFocused == true, field: isFocused ? focusedField : goal?.field)
        adjustment?.forget()
        refresh()
    }

    /// Keeps a place where it is in the view while places before it come or go.
    ///
    /// - Returns: Whether it does. Only a place that is in view as a whole can be kept there.
    public func hold(_ place: Int) -> Bool {
        guard isLaidOut, goal == nil, isInView(place) else { return false }
        // GTK holds the place that it has scrolled to last, as far from the top of the view as it is.
        scrollGTK(to: place)
        return true
    }

    /// Scrolls to the place that was requested last, but leaves the focus where it is.
    public func forgetFocus() {
        goal?.isFocused = false
    }

    /// Notes that the user has pressed a key or clicked in the grid.
    func noteInput() {
        goal?.hasHadInput = true
    }

    private func scrollGTK(to place: Int) {
        gtk_widget_activate_action_variant(gtk, "list.scroll-to-item", g_variant_new_uint32(guint(place)))
    }

    /// The field in the window that has the keyboard focus.
    private var focusedField: UnsafeMutablePointer<GtkWidget>? {
        guard let focus = gtk_widget_get_root(gtk).flatMap(gtk_root_get_focus) else { return nil }
        return ForeignWidgets.isKind(focus, of: gtk_editable_get_type()) ? focus : nil
    }

    /// The place with the keyboard focus.
    public var focusedPlace: Int? {
        slots.first { $0.hasFocus }?.place
    }

    /// The places in view, as of the last layout.
    public var placesInView: ClosedRange<Int>? {
        let places = slots.filter { isInView($0) }.map(\.place)
        guard let first = places.min(), let last = places.max() else { return nil }
        return first...last
    }

    /// Whether the grid is scrolled to its top.
    public var isAtTop: Bool {
        (adjustment?.value ?? 0) <= 0
    }

    // MARK: Cells

    /// The shown cells and their places.
    public var shownCells: [(cell: Cell, place: Int)] {
        slots.compactMap { slot in slot.shownCell.map { ($0, slot.place) } }
    }

    /// All cells, shown or not, for changes of their size.
    public var allCells: [Cell] { cells.all }

    /// Sets the name of a shown cell's place for screen readers, which say it with the place: "…, 3 of 35".
    public func setAccessibleLabel(_ text: String, of cell: Cell) {
        guard let slot = slots.first(where: { $0.cell === cell }) else { return }
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
        cells.slots[item] = slot
    }

    private func bind(_ item: UnsafeMutableRawPointer?) {
        guard let item, let slot = cells.slots[item] else { return }
        slot.isBound = true
        slot.layoutAtBinding = layoutCount
        adjustment?.postpone()
        refresh()
    }

    private func unbind(_ item: UnsafeMutableRawPointer?) {
        guard let item, let slot = cells.slots[item] else { return }
        slot.isBound = false
        guard isMapped, slot.shownCell != nil else { return cells.hide(slot) }
        cells.leave(slot)
        refresh()
    }

    private func tearDown(_ item: UnsafeMutableRawPointer?) {
        guard let item else { return }
        cells.removeSlot(of: item)
        gtk_list_item_set_child(OpaquePointer(item), nil)
    }

    // MARK: View

    private func followAdjustment() {
        adjustment = GridAdjustment(of: self) { [weak self] in self?.refresh() }
    }

    private func followLayout() {
        guard let surface = gtk_widget_get_native(gtk).flatMap(gtk_native_get_surface) else { return }
        let object = GObjectReference(sharing: UnsafeMutableRawPointer(surface))
        layout = SignalConnection(to: object, "layout", isAfter: true) { [weak self] _ in self?.noteLayout() }
    }

    /// Notes what the window's layout has brought. GTK is still laying out, so what follows from it waits for ``showCells()``.
    private func noteLayout() {
        guard isMapped, width > 0 else { return }
        layoutCount += 1
        adjustment?.resume()
        resumeSelecting()
        if let slot = slots.first(where: isInView) { rowHeight = Double(slot.allocation.height) }
        if !isLaidOut || width != knownWidth || height != knownHeight || goal != nil { refresh() }
        isLaidOut = true
    }

    /// Determines the cells in view again, before the next frame.
    ///
    /// It never happens during a layout. GTK lays out a window again at once if a layout requests it, but gives up after the fourth time.
    private func refresh() {
        guard !isRefreshing else { return }
        isRefreshing = true
        GLibContext.enqueue { [weak self] in
            self?.isRefreshing = false
            self?.showCells()
        }
    }

    private func showCells() {
        // When the grid is mapped or laid out, this runs again.
        guard isMapped, width > 0 else { return }
        if width != knownWidth {
            knownWidth = width
            onResize?(width)
        }
        fitColumns()
        fitHeight()
        // A layout is due. Without one, scrolling would stay postponed.
        if adjustment?.isPostponed == true { requestAllocation() } else if adjustment?.scrollAgain() == true { goal = nil }
        keepInView()
        reportScrolling()
        let views = viewsAfterScrolling()
        let near: (Int) -> Bool = { place in views.contains { $0.contains(place) } }
        var entering: [(place: Int, slot: GridSlot<Cell>)] = []
        for slot in slots where slot.isBound {
            let place = slot.place
            if !near(place) { cells.hide(slot) } else if slot.shownPlace != place { entering.append((place, slot)) }
        }
        for (place, slot) in entering where cells.isKept(place) { cells.show(place, in: slot) }
        cells.releaseLeft()
        for (place, slot) in entering.sorted(by: { $0.place < $1.place }) where slot.shownPlace != place { cells.show(place, in: slot) }
        if isLaidOut, goal == nil { cells.releaseKept() }
        cells.makeSpare()
    }

    private var columns: Int { Int(gtk_grid_view_get_max_columns(opaque)) }

    /// Whether the last layout has placed a cell, because it is in view.
    private func isInView(_ slot: GridSlot<Cell>) -> Bool {
        guard slot.isBound, slot.layoutAtBinding < layoutCount, slot.isPlaced else { return false }
        // GTK also places those that touch the view.
        let place = slot.allocation
        return place.y + place.height > 0 && Int(place.y) < height
    }

    /// Keeps the focused or selected place in view when the grid becomes lower, as it does when a bar appears below it.
    private func keepInView() {
        defer { knownHeight = height }
        guard height < knownHeight, goal == nil, rowHeight > 0, let place = focusedPlace ?? firstSelectedPlace else { return }
        let top = Double(place / columns) * rowHeight - scrolledTo
        if top >= 0, top + rowHeight <= Double(knownHeight) { scroll(to: place) }
    }

    private func reportScrolling() {
        guard let adjustment, adjustment.height > 0, adjustment.value != scrolledTo else { return }
        scrolledTo = adjustment.value
        let shares = (scrolledTo / adjustment.height, (scrolledTo + adjustment.page / 2) / adjustment.height)
        onScroll?(Int(shares.0 * Double(count)), shares.1)
    }

    /// Scrolls to the place to go to, and returns the places that the next frame may show, with half a screen around them, so that the
    /// pictures of those are there when they come into view.
    ///
    /// These are the places that the last layout has shown, those that belong to the value of the adjustment, and, as GTK scrolls to the
    /// focused place only in its layout, those around that one.
    private func viewsAfterScrolling() -> [ClosedRange<Int>] {
        let reached = isLaidOut ? reachGoal() : nil
        var views: [ClosedRange<Int>] = []
        if let inView = placesInView {
            let margin = inView.count / 2
            views.append(inView.lowerBound - margin...inView.upperBound + margin)
        }
        guard rowHeight > 0, let adjustment else { return views }
        let page = adjustment.page
        let end = max(0, Double((count + columns - 1) / columns) * rowHeight - page)
        let value = min(adjustment.value, end)
        var values = [value]
        if let place = reached ?? focusedPlace {
            let top = Double(place / columns) * rowHeight
            values.append(min(max(value, top + rowHeight - page), top))
        }
        for value in values {
            let rows = Int((value - page / 2) / rowHeight)...Int((value + page * 1.5) / rowHeight)
            views.append(rows.lowerBound * columns...rows.upperBound * columns + columns - 1)
        }
        return views
    }

    /// Makes all slots as high as a cell, which may have another font now.
    private func fitHeight() {
        // A cell without a place for the moment may be one that stays, so it is only measured.
        guard let cell = slots.lazy.compactMap(\.cell).first ?? slots.first(where: \.isBound).map(cells.fill) else { return }
        var height: gint = 0
        gtk_widget_measure(cell.gtk, GTK_ORIENTATION_VERTICAL, -1, nil, &height, nil, nil)
        guard cellHeight != height else { return }
        cellHeight = Int(height)
        resizeSlots()
    }

    private func resizeSlots() {
        // GTK knows where its places are only after a layout.
        if !slots.isEmpty { isLaidOut = false }
        for slot in slots { slot.setSize(width: cellWidth, height: cellHeight) }
    }

    /// Allows as many columns as fit. GTK makes cells for 30 rows of all columns that it may have.
    private func fitColumns() {
        let fitting = guint(max(1, min(columnLimit ?? .max, width / max(1, cellWidth))))
        guard gtk_grid_view_get_max_columns(opaque) != fitting else { return }
        gtk_grid_view_set_max_columns(opaque, fitting)
        isLaidOut = false
    }

    /// Scrolls to the place to go to, until a layout has brought it into view.
    ///
    /// - Returns: That place, if it isn't in view yet.
    private func reachGoal() -> Int? {
        guard var goal else { return nil }
        let focus = gtk_widget_get_root(gtk).flatMap(gtk_root_get_focus)
        let focused = focus.flatMap { focus in slots.first { $0.isFramed(by: focus) }?.place }
        // The user may have gone on meanwhile, to another place or out of the grid. Otherwise, GTK has given the place another list item.
        let isElsewhere =
            focused.map { $0 != goal.place && (goal.hasHadInput || !isSelected(goal.place)) } ?? (focus != nil && focus != gtk)
        let isLeft = goal.isFocused && goal.hasHadFocus && isElsewhere
        let isReached = isInView(goal.place) && (!goal.isFocused || focused == goal.place)
        guard goal.place < count, goal.attempts == 0 || !isReached && !isLeft && goal.attempts < 6 else {
            self.goal = nil
            return nil
        }
        // The user may have begun to type somewhere meanwhile.
        if let field = focusedField, field != goal.field { goal.isFocused = false }
        goal.attempts += 1
        self.goal = goal
        // GTK binds a list item to the place at once.
        scrollGTK(to: goal.place)
        if goal.isFocused, let slot = slots.first(where: { $0.isBound && $0.place == goal.place }) {
            self.goal?.hasHadFocus = true
            if slot.shownPlace != goal.place { cells.show(goal.place, in: slot) }
            if !slot.hasFocus { slot.grabFocus() }
        }
        return goal.place
    }

    /// Whether the last layout has put a place into view, as a whole if there is room.
    private func isInView(_ place: Int) -> Bool {
        guard let slot = slots.first(where: { $0.isBound && $0.place == place }), isInView(slot) else { return false }
        let allocation = slot.allocation
        return allocation.y >= 0 && Int(allocation.y + allocation.height) <= height || Int(allocation.height) > height
    }
}
