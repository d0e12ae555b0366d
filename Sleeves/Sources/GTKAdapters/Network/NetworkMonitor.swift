internal import CAdwaita

/// Tells whether the system has a way to the network, and when that changes.
///
/// It stops when it is released.
@MainActor
public final class NetworkMonitor {
    private let object: GObjectReference
    private var connection: SignalConnection?

    /// Begins to watch.
    ///
    /// - Parameter onChange: Called on the main loop when the system's word may have changed.
    public init(onChange: @escaping @MainActor (_ isAvailable: Bool) -> Void) {
        // SAFETY: the default monitor is a GObject that lives as long as the process; the reference here is one more.
        object = GObjectReference(sharing: UnsafeMutableRawPointer(g_network_monitor_get_default()))
        connection = SignalConnection(to: object, "network-changed") { [weak self] _ in
            if let self { onChange(isAvailable) }
        }
    }

    /// Whether there is a way, as far as the system knows.
    public var isAvailable: Bool {
        g_network_monitor_get_network_available(object.opaque) != 0
    }
}
