/// The cells of a ``GridView``: those in the slots that GTK lays out, those whose contents stay while their place has none, and spare ones.
@MainActor
final class GridCells<Cell: Widget> {
    /// The slots, by GTK's list item.
    var slots: [UnsafeMutableRawPointer: GridSlot<Cell>] = [:]
    /// Cells without contents and slot.
    private var spare: [Cell] = []
    /// Cells with contents whose place has no list item, because it is another place than before or GTK has just taken the list item away, by
    /// that place.
    private var kept: [Int: KeptCell] = [:]
    /// Whether another spare cell is about to be made.
    private var isMakingSpare = false

    /// Fills a cell with what is at a place.
    var onShow: ((Cell, _ place: Int) -> Void)?
    /// Called with a cell that stays, and has got another place or another list around it.
    var onMove: ((Cell, _ place: Int) -> Void)?
    /// Empties a cell.
    var onHide: ((Cell) -> Void)?
    /// Makes a cell.
    var make: @MainActor () -> Cell

    private let model: GridModel

    private struct KeptCell {
        let cell: Cell
        let label: String
        /// Whether GTK has taken the list item away. It may give the place another one at once, as it does when another place is selected.
        var isLeft = false
    }

    init(_ model: GridModel, make: @escaping @MainActor () -> Cell) {
        self.model = model
        self.make = make
    }

    /// All cells, with contents or not.
    var all: [Cell] {
        let placed = slots.values.compactMap(\.cell)
        let others = kept.values.map(\.cell).filter { cell in !placed.contains { $0 === cell } }
        return placed + spare + others
    }

    // MARK: Contents

    /// Shows what is at a place, in the cell that has it already or in that of the slot.
    func show(_ place: Int, in slot: GridSlot<Cell>) {
        hide(slot)
        if putKept(of: place, in: slot) { return }
        let cell = fill(slot)
        slot.label = ""
        onShow?(cell, place)
        slot.shownPlace = place
        if slot.label.isEmpty { slot.setPosition(of: model.count) }
    }

    /// Empties the cell of a slot.
    func hide(_ slot: GridSlot<Cell>) {
        guard let cell = slot.shownCell else { return }
        slot.shownPlace = nil
        onHide?(cell)
    }

    /// Puts a cell into a slot that has none.
    func fill(_ slot: GridSlot<Cell>) -> Cell {
        if let cell = slot.cell {
            if let place = kept.first(where: { $0.value.cell === cell })?.key {
                kept[place] = nil
                onHide?(cell)
            }
            return cell
        }
        let cell = spare.popLast() ?? make()
        slot.put(cell)
        return cell
    }

    /// Empties the slot of a list item that GTK has taken away, and forgets it.
    func removeSlot(of item: UnsafeMutableRawPointer) {
        guard let slot = slots.removeValue(forKey: item) else { return }
        hide(slot)
        if let cell = slot.removeCell(), !isKept(cell) { spare.append(cell) }
    }

    /// Makes cells for the slots that have none, one at a time while there is nothing else to do, so that scrolling doesn't have to.
    func makeSpare() {
        guard !isMakingSpare, slots.values.count(where: { $0.cell == nil }) > spare.count else { return }
        isMakingSpare = true
        GLibContext.enqueueWhenIdle { [weak self] in
            guard let self else { return }
            isMakingSpare = false
            spare.append(make())
            makeSpare()
        }
    }

    // MARK: Contents that stay

    /// Returns whether a cell shows what is at a place that has no list item.
    func isKept(_ place: Int) -> Bool { kept[place] != nil }

    /// Keeps the contents of a slot whose list item GTK has taken away.
    func leave(_ slot: GridSlot<Cell>) {
        guard let cell = slot.shownCell, let place = slot.shownPlace else { return }
        slot.shownPlace = nil
        if let other = kept.updateValue(KeptCell(cell: cell, label: slot.label, isLeft: true), forKey: place) { release(other.cell) }
    }

    /// Takes note of the new places of the cells that show what stays, and empties the others.
    func keep(_ replacements: [GridView<Cell>.Replacement], moving newPlaces: (_ places: [Int]) -> [Int: Int]) {
        let shown = slots.values.filter { $0.shownPlace != nil }
        let replaced = (shown.compactMap(\.shownPlace) + kept.keys).filter { place in replacements.contains { $0.places.contains(place) } }
        let moved = newPlaces(replaced)
        func newPlace(of place: Int) -> Int? {
            if replacements.contains(where: { $0.places.contains(place) }) { return moved[place] }
            return replacements.reduce(place) { $1.places.upperBound <= place ? $0 + $1.newCount - $1.places.count : $0 }
        }
        let formerlyKept = kept
        kept = [:]
        for (place, former) in formerlyKept {
            guard let place = newPlace(of: place) else {
                release(former.cell)
                continue
            }
            kept[place] = KeptCell(cell: former.cell, label: former.label)
        }
        for slot in shown {
            guard let cell = slot.cell, let place = slot.shownPlace else { continue }
            if let place = newPlace(of: place) {
                kept[place] = KeptCell(cell: cell, label: slot.label)
                slot.shownPlace = nil
            } else {
                hide(slot)
            }
        }
    }

    /// Puts the cells that have got another place there, as far as GTK has list items for these places.
    func putKept() {
        let bound = Dictionary(slots.values.lazy.filter(\.isBound).map { ($0.place, $0) }) { first, _ in first }
        // Most cells stay in their slot, because GTK moves that.
        for slot in slots.values {
            if let cell = slot.cell, isKept(cell), !slot.isBound || kept[slot.place]?.cell !== cell { _ = slot.removeCell() }
        }
        for place in kept.keys {
            if let slot = bound[place] { putKept(of: place, in: slot) }
        }
    }

    /// - Returns: Whether there is a cell that shows what is at the place.
    @discardableResult
    private func putKept(of place: Int, in slot: GridSlot<Cell>) -> Bool {
        guard let (cell, label) = kept.removeValue(forKey: place).map({ ($0.cell, $0.label) }) else { return false }
        if slot.cell !== cell {
            if let former = slots.values.first(where: { $0.cell === cell }) { _ = former.removeCell() }
            if let other = slot.removeCell(), !isKept(other) { spare.append(other) }
            slot.put(cell)
        }
        slot.shownPlace = place
        slot.label = label
        onMove?(cell, place)
        slot.setPosition(of: model.count)
        return true
    }

    /// Empties the cells whose place has no list item.
    func releaseKept() {
        releaseKept { _ in true }
    }

    /// Empties the cells whose list item GTK has taken away.
    func releaseLeft() {
        releaseKept(where: \.isLeft)
    }

    private func releaseKept(where condition: (KeptCell) -> Bool) {
        for (place, former) in kept where condition(former) {
            kept[place] = nil
            release(former.cell)
        }
    }

    private func isKept(_ cell: Cell) -> Bool {
        kept.values.contains { $0.cell === cell }
    }

    /// Empties a cell that shows no place, and keeps it for others, or for the next place of its slot.
    private func release(_ cell: Cell) {
        onHide?(cell)
        if !slots.values.contains(where: { $0.cell === cell }) { spare.append(cell) }
    }
}
