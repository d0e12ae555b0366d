internal import CAdwaita

/// A place where files or pictures can be dropped.
@MainActor
public final class DropTarget: EventController {
    /// What was dropped.
    public enum Dropped: Equatable, Sendable {
        /// Files and folders, by their paths; at least one.
        case files([String])
        /// An address, as a browser gives it.
        case address(String)
        /// A picture itself: the bytes of its file, as they came. Nobody has looked at them.
        case picture([UInt8])
    }

    /// What may be dropped.
    public enum Accepted: Sendable {
        /// Files and folders.
        case files
        /// Those, addresses of pictures, and pictures themselves.
        case filesAndPictures
    }

    /// Called with what was dropped. Answers whether it was of use.
    public var onDrop: ((Dropped) -> Bool)?

    /// Creates a target.
    public init(accepting accepted: Accepted) {
        super.init(gtk_drop_target_new(GType(0), GDK_ACTION_COPY), phase: .bubble)
        var types = [gdk_file_list_get_type()]
        if accepted == .filesAndPictures {
            DroppedBytes.register()
            types.append(g_bytes_get_type())
        }
        gtk_drop_target_set_gtypes(object.opaque, &types, gsize(types.count))
        listen(deciding: "drop") { [weak self] arguments in
            guard let self, let onDrop, let dropped = arguments.boxedValue(0).flatMap(Self.dropped) else { return false }
            return onDrop(dropped)
        }
    }

    private static func dropped(_ value: UnsafeMutablePointer<GValue>) -> Dropped? {
        if g_type_check_value_holds(value, gdk_file_list_get_type()) != 0 {
            guard let list = g_value_get_boxed(value) else { return nil }
            return named(in: OpaquePointer(list))
        }
        guard g_type_check_value_holds(value, g_bytes_get_type()) != 0, let bytes = g_value_get_boxed(value) else { return nil }
        var size: gsize = 0
        guard let start = g_bytes_get_data(OpaquePointer(bytes), &size) else { return nil }
        return .picture(Array(UnsafeRawBufferPointer(start: start, count: Int(size))))
    }

    private static func named(in list: OpaquePointer) -> Dropped? {
        let first = gdk_file_list_get_files(list)
        defer { g_slist_free(first) }
        var (paths, next): ([String], UnsafeMutablePointer<GSList>?) = ([], first)
        while let entry = next {
            if let path = g_file_get_path(OpaquePointer(entry.pointee.data)) {
                paths.append(String(cString: path))
                g_free(path)
            }
            next = entry.pointee.next
        }
        if !paths.isEmpty { return .files(paths) }
        guard let file = first?.pointee.data, let address = g_file_get_uri(OpaquePointer(file)) else { return nil }
        defer { g_free(address) }
        return .address(String(cString: address))
    }
}
