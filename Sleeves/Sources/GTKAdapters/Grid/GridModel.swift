internal import CAdwaita

/// A list of places without contents, some of which are selected: the class `SleevesGridModel`, which implements `GtkSelectionModel`.
///
/// A grid asks a model for the object at each place near the view. What is at a place is the grid's owner's business, so the objects are
/// empty, and a model of a hundred thousand places is as small as an empty one. GTK's own `GtkMultiSelection` asks for the object at each
/// place that is added or selected, which takes a tenth of a second for a hundred thousand.
@MainActor
final class GridModel {
    let object: GObjectReference

    init() {
        guard let instance = g_object_new_with_properties(Self.type, 0, nil, nil) else {
            fatalError("GObject does not return without an instance")
        }
        object = GObjectReference(taking: UnsafeMutableRawPointer(instance))
        selected = gtk_bitset_new_empty()
        g_object_set_data_full(object.cast(), Self.selectionKey, UnsafeMutableRawPointer(selected)) { bits in
            if let bits { gtk_bitset_unref(OpaquePointer(bits)) }
        }
    }

    /// The number of places.
    private(set) var count = 0

    /// The selected places, a `GtkBitset` that belongs to the object.
    let selected: OpaquePointer

    /// Replaces the contents of some places. The selection of the others stays with them.
    ///
    /// As places have no contents, GTK only learns how many come or go at their end, and keeps the widgets of the others.
    ///
    /// - Parameters:
    ///   - newCount: The number of places that take their place.
    ///   - bound: The places that GTK has widgets for.
    /// - Complexity: O(1), and O(*n*) in the number of selected places and of widgets.
    func replace(_ places: Range<Int>, withCount newCount: Int, bound: some Sequence<Int> = []) {
        let kept = min(places.count, newCount)
        let formerlySelected = gtk_bitset_new_range(guint(places.lowerBound), guint(kept))
        defer { gtk_bitset_unref(formerlySelected) }
        gtk_bitset_intersect(formerlySelected, selected)
        gtk_bitset_splice(selected, guint(places.lowerBound), guint(places.count), guint(newCount))
        let removed = places.lowerBound + kept..<places.upperBound
        // GTK 4.8 removes the wrong places, and shows others in their stead, if the first one has no widget but a later one does.
        let start = bound.lazy.filter(removed.contains).min() ?? removed.lowerBound
        change(at: removed.lowerBound, removing: start - removed.lowerBound, adding: 0)
        change(at: removed.lowerBound, removing: removed.upperBound - start, adding: newCount - kept)
        if let formerlySelected { Self.tellChange(of: formerlySelected, in: object.opaque) }
    }

    private func change(at place: Int, removing removed: Int, adding added: Int) {
        guard removed > 0 || added > 0 else { return }
        count += added - removed
        g_object_set_data(object.cast(), Self.countKey, UnsafeMutableRawPointer(bitPattern: count))
        g_list_model_items_changed(object.opaque, guint(place), guint(removed), guint(added))
    }

    /// Selects these places and no others.
    func select(_ places: [Int]) {
        guard let (chosen, all) = (gtk_bitset_new_empty(), gtk_bitset_new_range(0, guint(count))) as? (OpaquePointer, OpaquePointer)
        else { return }
        for place in places { gtk_bitset_add(chosen, guint(place)) }
        gtk_selection_model_set_selection(object.opaque, chosen, all)
        gtk_bitset_unref(chosen)
        gtk_bitset_unref(all)
    }

    // MARK: Screen readers

    /// The handlers of `selection-changed`.
    var listeners: [gulong] {
        var found: [gulong] = []
        while let next = unblockedListener {
            g_signal_handler_block(object.pointer, next)
            found.append(next)
        }
        for listener in found { g_signal_handler_unblock(object.pointer, listener) }
        return found
    }

    /// Disconnects handlers of `selection-changed`: GTK's bridge to screen readers, which connects when there is one.
    ///
    /// With each change, Orca would go to the first selected place instead of the focused one, after asking for every selected place. There
    /// may be a hundred thousand.
    func disconnect(allBut kept: [gulong]) {
        for listener in kept { g_signal_handler_block(object.pointer, listener) }
        while let other = unblockedListener { g_signal_handler_disconnect(object.pointer, other) }
        for listener in kept { g_signal_handler_unblock(object.pointer, listener) }
    }

    private var unblockedListener: gulong? {
        let signal = g_signal_lookup("selection-changed", gtk_selection_model_get_type())
        let match = GSignalMatchType(rawValue: G_SIGNAL_MATCH_ID.rawValue | G_SIGNAL_MATCH_UNBLOCKED.rawValue)
        let found = g_signal_handler_find(object.pointer, match, signal, 0, nil, nil, nil)
        return found == 0 ? nil : found
    }

    // MARK: GObject

    private nonisolated static let countKey = "sleeves-grid-count"
    private nonisolated static let selectionKey = "sleeves-grid-selection"

    private static let type: GType = {
        var query = GTypeQuery()
        g_type_query(g_object_get_type(), &query)
        let type = g_type_register_static_simple(
            g_object_get_type(), "SleevesGridModel", query.class_size, nil, query.instance_size, nil, GTypeFlags(0))
        var list = GInterfaceInfo(
            interface_init: { raw, _ in
                if let raw { fill(raw.assumingMemoryBound(to: GListModelInterface.self)) }
            },
            interface_finalize: nil,
            interface_data: nil
        )
        g_type_add_interface_static(type, g_list_model_get_type(), &list)
        var selection = GInterfaceInfo(
            interface_init: { raw, _ in
                if let raw { fill(raw.assumingMemoryBound(to: GtkSelectionModelInterface.self)) }
            },
            interface_finalize: nil,
            interface_data: nil
        )
        g_type_add_interface_static(type, gtk_selection_model_get_type(), &selection)
        return type
    }()

    private nonisolated static func fill(_ interface: UnsafeMutablePointer<GListModelInterface>) {
        interface.pointee.get_item_type = { _ in g_object_get_type() }
        interface.pointee.get_n_items = { GridModel.count(of: $0) }
        interface.pointee.get_item = { model, place in
            guard place < GridModel.count(of: model) else { return nil }
            return UnsafeMutableRawPointer(g_object_new_with_properties(g_object_get_type(), 0, nil, nil))
        }
    }

    /// Sets the functions that GTK's others build on.
    private nonisolated static func fill(_ interface: UnsafeMutablePointer<GtkSelectionModelInterface>) {
        interface.pointee.is_selected = { model, place in
            GridModel.selection(of: model).map { gtk_bitset_contains($0, place) } ?? 0
        }
        interface.pointee.get_selection_in_range = { model, place, count in
            let range = gtk_bitset_new_range(place, count)
            gtk_bitset_intersect(range, GridModel.selection(of: model))
            return range
        }
        interface.pointee.set_selection = { model, selected, mask in
            guard let model, let selection = GridModel.selection(of: model), let changes = gtk_bitset_copy(selected) else { return 0 }
            defer { gtk_bitset_unref(changes) }
            gtk_bitset_difference(changes, selection)
            gtk_bitset_intersect(changes, mask)
            let count = GridModel.count(of: model)
            gtk_bitset_remove_range_closed(changes, count, guint.max)
            gtk_bitset_difference(selection, changes)
            GridModel.tellChange(of: changes, in: model)
            return 1
        }
    }

    /// Emits `selection-changed` for a range with these places, if there are any.
    private nonisolated static func tellChange(of places: OpaquePointer, in model: OpaquePointer) {
        guard gtk_bitset_is_empty(places) == 0 else { return }
        let (first, last) = (gtk_bitset_get_minimum(places), gtk_bitset_get_maximum(places))
        gtk_selection_model_selection_changed(model, first, last - first + 1)
    }

    /// The number of places of GTK's model.
    private nonisolated static func count(of model: OpaquePointer?) -> guint {
        guint(UInt(bitPattern: data(countKey, of: model)))
    }

    /// The selected places of GTK's model.
    private nonisolated static func selection(of model: OpaquePointer?) -> OpaquePointer? {
        data(selectionKey, of: model).map { OpaquePointer($0) }
    }

    private nonisolated static func data(_ key: String, of model: OpaquePointer?) -> UnsafeMutableRawPointer? {
        guard let model else { return nil }
        return g_object_get_data(UnsafeMutableRawPointer(model).assumingMemoryBound(to: GObject.self), key)
    }
}
