internal import CAdwaita

/// A place where pictures can be dropped.
@MainActor
public final class DropTarget: EventController {
    /// What was dropped.
    public enum Dropped: Equatable, Sendable {
        /// A file, by its path.
        case file(String)
        /// An address, as a browser gives it.
        case address(String)
        /// A picture itself, as a PNG.
        case picture([UInt8])
    }

    /// Called with what was dropped. Answers whether it was of use.
    public var onDrop: ((Dropped) -> Bool)?

    /// Creates a target for files and pictures.
    public init() {
        super.init(gtk_drop_target_new(GType(0), GDK_ACTION_COPY), phase: .bubble)
        var types = [gdk_file_list_get_type(), gdk_texture_get_type()]
        gtk_drop_target_set_gtypes(object.opaque, &types, gsize(types.count))
        listen(deciding: "drop") { [weak self] arguments in
            guard let self, let onDrop, let dropped = arguments.boxedValue(0).flatMap(Self.dropped) else { return false }
            return onDrop(dropped)
        }
    }

    private static func dropped(_ value: UnsafeMutablePointer<GValue>) -> Dropped? {
        if g_type_check_value_holds(value, gdk_file_list_get_type()) != 0 {
            guard let list = g_value_get_boxed(value) else { return nil }
            let files = gdk_file_list_get_files(OpaquePointer(list))
            defer { g_slist_free(files) }
            return (files?.pointee.data).flatMap { named(OpaquePointer($0)) }
        }
        guard g_type_check_value_holds(value, gdk_texture_get_type()) != 0, let texture = g_value_get_object(value) else { return nil }
        guard let bytes = gdk_texture_save_to_png_bytes(OpaquePointer(texture)) else { return nil }
        defer { g_bytes_unref(bytes) }
        var size: gsize = 0
        guard let start = g_bytes_get_data(bytes, &size) else { return nil }
        return .picture(Array(UnsafeRawBufferPointer(start: start, count: Int(size))))
    }

    private static func named(_ file: OpaquePointer) -> Dropped? {
        if let path = g_file_get_path(file) {
            defer { g_free(path) }
            return .file(String(cString: path))
        }
        guard let address = g_file_get_uri(file) else { return nil }
        defer { g_free(address) }
        return .address(String(cString: address))
    }
}
