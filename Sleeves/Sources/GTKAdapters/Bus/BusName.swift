internal import CAdwaita

/// The request for a name on the bus, until it is released.
///
/// If another program has the name, the bus gives it to this one as soon as the other has gone.
@MainActor
public final class BusName {
    private let identifier: guint

    /// Requests a name.
    ///
    /// - Parameters:
    ///   - name: The name, a reverse domain name.
    ///   - connection: The connection.
    ///   - onChange: Called on the main loop whenever it is known whether this program has the name.
    public init(_ name: String, on connection: BusConnection, onChange: @escaping @MainActor (_ isOwned: Bool) -> Void = { _ in }) {
        identifier = g_bus_own_name_on_connection_with_closures(
            connection.object.opaque, name, G_BUS_NAME_OWNER_FLAGS_NONE,
            SignalClosure.make { _, _ in onChange(true) }, SignalClosure.make { _, _ in onChange(false) })
    }

    isolated deinit {
        g_bus_unown_name(identifier)
    }
}
