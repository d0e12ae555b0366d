internal import CAdwaita
internal import Glibc

/// The desktop's message bus, which a server or a container may lack.
enum SessionBus {
    /// An invalid address, which keeps GIO from starting its own bus.
    private static let noAddress = "disabled:"

    /// Whether a bus is reachable: its address is given, or its socket is in the standard place.
    static var isReachable: Bool {
        if let address = getenv("DBUS_SESSION_BUS_ADDRESS"), address.pointee != 0 { return String(cString: address) != noAddress }
        guard let runtimeDirectory = getenv("XDG_RUNTIME_DIR") else { return false }
        return access(String(cString: runtimeDirectory) + "/bus", F_OK) == 0
    }

    /// Keeps GTK from looking for services of the bus, which would take time and cause warnings.
    ///
    /// Call it before GTK is initialised. Settings of the user stay unchanged.
    static func declineServices() {
        setenv("DBUS_SESSION_BUS_ADDRESS", noAddress, 1)
        setenv("GTK_A11Y", "none", 0)
        setenv("GSETTINGS_BACKEND", "memory", 0)
        setenv("GIO_USE_VFS", "local", 0)
    }
}
