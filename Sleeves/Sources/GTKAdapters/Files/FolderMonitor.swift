internal import CAdwaita
internal import FileNames

/// A monitor that reports changes in a folder: names that appear or disappear, and files that are written. It doesn't watch subfolders.
///
/// It stops when it is released. If the system's limit for such watches is reached, it reports nothing.
@MainActor
public final class FolderMonitor {
    private let object: GObjectReference
    private var connection: SignalConnection?

    /// Starts watching.
    ///
    /// - Parameters:
    ///   - path: The folder.
    ///   - onChange: Called on the main loop for each change. A burst of changes is a burst of calls.
    /// - Returns: `nil` if the folder can't be watched.
    public init?(_ path: String, onChange: @escaping @MainActor () -> Void) {
        guard let file = FileName.withSystemName(path, { g_file_new_for_path($0) }) else { return nil }
        defer { g_object_unref(UnsafeMutableRawPointer(file)) }
        guard let monitor = g_file_monitor_directory(file, G_FILE_MONITOR_WATCH_MOVES, nil, nil) else { return nil }
        object = GObjectReference(taking: UnsafeMutableRawPointer(monitor))
        connection = SignalConnection(to: object, "changed") { _ in onChange() }
    }

    isolated deinit {
        g_file_monitor_cancel(object.cast())
    }
}
