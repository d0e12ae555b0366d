internal import CAdwaita

/// A list model of places without contents: the class `SleevesGridModel`, which implements `GListModel`.
///
/// A grid asks a model for the object at each place near the view. What is at a place is the grid's owner's business, so the objects are
/// empty, and a model of a hundred thousand places is as small as an empty one.
@MainActor
final class GridModel {
    let object: GObjectReference

    init() {
        guard let instance = g_object_new_with_properties(Self.type, 0, nil, nil) else {
            fatalError("GObject does not return without an instance")
        }
        object = GObjectReference(taking: UnsafeMutableRawPointer(instance))
    }

    /// The number of places.
    private(set) var count = 0

    /// Replaces the contents of some places.
    ///
    /// - Parameter newCount: The number of places that take their place.
    func replace(_ places: Range<Int>, withCount newCount: Int) {
        guard !places.isEmpty || newCount > 0 else { return }
        count += newCount - places.count
        g_object_set_data(object.cast(), Self.key, UnsafeMutableRawPointer(bitPattern: count))
        g_list_model_items_changed(object.opaque, guint(places.lowerBound), guint(places.count), guint(newCount))
    }

    private nonisolated static let key = "sleeves-grid-count"

    private static let type: GType = {
        var query = GTypeQuery()
        g_type_query(g_object_get_type(), &query)
        let type = g_type_register_static_simple(
            g_object_get_type(), "SleevesGridModel", query.class_size, nil, query.instance_size, nil, GTypeFlags(0))
        var interface = GInterfaceInfo(
            interface_init: { raw, _ in
                guard let raw else { return }
                fill(raw.assumingMemoryBound(to: GListModelInterface.self))
            },
            interface_finalize: nil,
            interface_data: nil
        )
        g_type_add_interface_static(type, g_list_model_get_type(), &interface)
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

    /// The number of places of GTK's model.
    private nonisolated static func count(of model: OpaquePointer?) -> guint {
        guard let model else { return 0 }
        let object = UnsafeMutableRawPointer(model).assumingMemoryBound(to: GObject.self)
        return guint(UInt(bitPattern: g_object_get_data(object, key)))
    }
}
