internal import CAdwaita

/// Tells when something changes in a folder: a name comes or goes, or a file in it is written. Folders in it are not looked into.
///
/// It stops when it is released. Where the system has no more room for such watches, it tells nothing.
@MainActor
public final class FolderMonitor {
    private let object: GObjectReference
    private var connection: SignalConnection?

    /// Begins to watch.
    ///
    /// - Parameters:
    ///   - path: The folder.
    ///   - onChange: Called on the main loop for each change; a burst of changes is a burst of calls.
    /// - Returns: `nil` where the folder cannot be watched.
    public init?(_ path: String, onChange: @escaping @MainActor () -> Void) {
        guard let file = g_file_new_for_path(path) else { return nil }
        defer { g_object_unref(UnsafeMutableRawPointer(file)) }
        guard let monitor = g_file_monitor_directory(file, G_FILE_MONITOR_WATCH_MOVES, nil, nil) else { return nil }
        object = GObjectReference(taking: UnsafeMutableRawPointer(monitor))
        connection = SignalConnection(to: object, "changed") { _ in onChange() }
    }

    isolated deinit {
        g_file_monitor_cancel(object.cast())
    }
}
