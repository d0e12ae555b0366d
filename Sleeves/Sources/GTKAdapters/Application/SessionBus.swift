internal import CAdwaita
internal import Glibc

/// The desktop's message bus, which a server or a container may not have.
enum SessionBus {
    /// Whether there is a bus to talk to: its address is given, or its socket is where it always is.
    static var isReachable: Bool {
        if let address = getenv("DBUS_SESSION_BUS_ADDRESS"), address.pointee != 0 { return true }
        guard let runtimeDirectory = getenv("XDG_RUNTIME_DIR") else { return false }
        return access(String(cString: runtimeDirectory) + "/bus", F_OK) == 0
    }

    /// Tells GTK not to look for services of the bus, which would take time and end in warnings.
    ///
    /// Call it before GTK is initialised. What the user has set is left alone.
    static func declineServices() {
        // An address that leads nowhere keeps GIO from starting a bus of its own.
        setenv("DBUS_SESSION_BUS_ADDRESS", "disabled:", 1)
        setenv("GTK_A11Y", "none", 0)
        setenv("GSETTINGS_BACKEND", "memory", 0)
        setenv("GIO_USE_VFS", "local", 0)
    }
}
