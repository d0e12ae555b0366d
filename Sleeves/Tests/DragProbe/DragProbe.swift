import CAdwaita
import Glibc

/// A program of its own for the tests of drag and drop: a small window from which files can be dragged, as from a file manager.
///
/// Usage: `DragProbe PLACE…`, paths or addresses, or `DragProbe --bytes TYPE FILE`, a picture itself as a browser has it. Prints what happens, a line each: `ready`, `dragging`, `accepted`, `refused`, and at the
/// end `dropped` or `cancelled`.
@main
@MainActor
enum DragProbe {
    static func main() {
        gtk_init()
        let window = gtk_window_new()
        let frame = UnsafeMutableRawPointer(window)?.assumingMemoryBound(to: GtkWindow.self)
        gtk_window_set_title(frame, "DragProbe")
        gtk_window_set_decorated(frame, 0)
        gtk_window_set_default_size(frame, 120, 80)
        let source = gtk_drag_source_new()
        gtk_drag_source_set_actions(source, GDK_ACTION_COPY)
        gtk_drag_source_set_content(source, content(Array(CommandLine.arguments.dropFirst())))
        connect(source, "drag-begin") { _, drag, _ in
            say("dragging")
            connect(drag, "notify::selected-action") { drag, _, _ in
                say(gdk_drag_get_selected_action(drag) == GDK_ACTION_COPY ? "accepted" : "refused")
            }
            connect(drag, "dnd-finished") { _, _, _ in say("dropped") }
            connect(drag, "cancel") { _, _, _ in say("cancelled") }
        }
        gtk_widget_add_controller(window, source)
        gtk_window_present(frame)
        say("ready")
        while true { g_main_context_iteration(nil, 1) }
    }

    private static func content(_ places: [String]) -> UnsafeMutablePointer<GdkContentProvider>? {
        if places.first == "--bytes", places.count == 3 {
            var (start, size): (UnsafeMutablePointer<CChar>?, gsize) = (nil, 0)
            guard g_file_get_contents(places[2], &start, &size, nil) != 0 else { return nil }
            return gdk_content_provider_new_for_bytes(places[1], g_bytes_new_take(start, size))
        }
        var files = places.map { g_file_new_for_commandline_arg($0) }
        let list = gdk_file_list_new_from_array(&files, gsize(files.count))
        var value = GValue()
        g_value_init(&value, gdk_file_list_get_type())
        g_value_take_boxed(&value, UnsafeRawPointer(list))
        return gdk_content_provider_new_for_value(&value)
    }
}

private typealias Handler = @convention(c) (OpaquePointer?, OpaquePointer?, UnsafeMutableRawPointer?) -> Void

private func connect(_ object: OpaquePointer?, _ signal: String, _ handler: Handler) {
    // SAFETY: the signals that are named here give the sender and one more argument at most, in the places of the first two pointers; the
    // second is looked at only where it is an object.
    let callback = unsafeBitCast(handler, to: GCallback.self)
    g_signal_connect_data(UnsafeMutableRawPointer(object), signal, callback, nil, nil, GConnectFlags(0))
}

private func say(_ line: String) {
    print(line)
    fflush(nil)
}
