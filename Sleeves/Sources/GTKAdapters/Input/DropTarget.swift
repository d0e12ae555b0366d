internal import CAdwaita
internal import FileNames

/// A drop target for files and pictures.
@MainActor
public final class DropTarget: EventController {
    /// The dropped content.
    public enum Dropped: Equatable, Sendable {
        /// The paths of files and folders; at least one.
        case files([String])
        /// An address from a browser.
        case address(String)
        /// The bytes of a picture's file, unread and untrusted.
        case picture([UInt8])
    }

    /// The content that a target accepts.
    public enum Accepted: Sendable {
        /// Files and folders.
        case files
        /// Files and folders, addresses of pictures, and pictures.
        case filesAndPictures
    }

    /// Called with the dropped content. Returns whether it was accepted.
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

    static func dropped(_ value: UnsafeMutablePointer<GValue>) -> Dropped? {
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
                paths.append(FileName.string(cString: path))
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
