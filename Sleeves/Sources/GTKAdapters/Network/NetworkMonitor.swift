internal import CAdwaita

/// A monitor that reports whether the system has a network connection, and when that changes.
///
/// It stops when it is released.
@MainActor
public final class NetworkMonitor {
    private let object: GObjectReference
    private var connection: SignalConnection?

    /// Starts monitoring.
    ///
    /// - Parameter onChange: Called on the main loop when the state may have changed.
    public init(onChange: @escaping @MainActor (_ isAvailable: Bool) -> Void) {
        // SAFETY: the default monitor is a GObject that lives as long as the process; this adds a reference.
        object = GObjectReference(sharing: UnsafeMutableRawPointer(g_network_monitor_get_default()))
        connection = SignalConnection(to: object, "network-changed") { [weak self] _ in
            if let self { onChange(isAvailable) }
        }
    }

    /// Whether there is a network connection, as far as the system knows.
    public var isAvailable: Bool {
        g_network_monitor_get_network_available(object.opaque) != 0
    }
}
