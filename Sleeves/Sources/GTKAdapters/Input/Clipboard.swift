internal import CAdwaita

/// The desktop's clipboard, as far as pictures are read from it.
@MainActor
public enum Clipboard {
    /// Returns the files, the picture or the address in the clipboard; `nil` if it has none of them.
    public static func read() async -> DropTarget.Dropped? {
        guard let display = gdk_display_get_default() else { return nil }
        DroppedBytes.register()
        let clipboard = GObjectReference(sharing: UnsafeMutableRawPointer(gdk_display_get_clipboard(display)))
        let formats = gdk_content_formats_ref(gdk_clipboard_get_formats(clipboard.opaque))
        guard let readable = gdk_content_formats_union_deserialize_gtypes(formats) else { return nil }
        defer { gdk_content_formats_unref(readable) }
        for type in [gdk_file_list_get_type(), g_bytes_get_type()] where gdk_content_formats_contain_gtype(readable, type) != 0 {
            if let content = await value(type, in: clipboard) { return content }
        }
        guard gdk_content_formats_contain_gtype(readable, sleeves_type_string()) != 0 else { return nil }
        return await address(in: clipboard)
    }

    private static func value(_ type: GType, in clipboard: GObjectReference) async -> DropTarget.Dropped? {
        let answer = await AsyncAnswer.to { callback, data in
            gdk_clipboard_read_value_async(clipboard.opaque, type, G_PRIORITY_DEFAULT, nil, callback, data)
        }
        // The value is the clipboard's.
        let value = withExtendedLifetime(answer) { gdk_clipboard_read_value_finish(clipboard.opaque, answer.opaque, nil) }
        return value.flatMap { DropTarget.dropped(UnsafeMutablePointer(mutating: $0)) }
    }

    private static func address(in clipboard: GObjectReference) async -> DropTarget.Dropped? {
        let answer = await AsyncAnswer.to { callback, data in gdk_clipboard_read_text_async(clipboard.opaque, nil, callback, data) }
        guard let text = withExtendedLifetime(answer, { gdk_clipboard_read_text_finish(clipboard.opaque, answer.opaque, nil) }) else {
            return nil
        }
        defer { g_free(text) }
        let address = String(cString: text).filter { !$0.isNewline }
        return address.hasPrefix("https://") || address.hasPrefix("http://") ? .address(address) : nil
    }
}
