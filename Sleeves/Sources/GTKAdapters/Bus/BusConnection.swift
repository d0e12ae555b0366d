internal import CAdwaita

/// A connection to the session's message bus, which all of the process shares.
///
/// ## Behavior
/// - Without a bus there is no connection, and nothing is started for one.
/// - Values that come from other programs are checked and limited in size before they are given to handlers.
@MainActor
public final class BusConnection {
    let object: GObjectReference

    /// Connects to the session's bus, or shares the connection that the process has.
    ///
    /// - Returns: `nil` without a bus.
    public init?() {
        guard SessionBus.isReachable, let connection = g_bus_get_sync(G_BUS_TYPE_SESSION, nil, nil) else { return nil }
        object = GObjectReference(taking: UnsafeMutableRawPointer(connection))
    }

    /// Whether the program ends when the bus does, as programs of a desktop should. At first, it does.
    public var endsProgram: Bool {
        get { g_dbus_connection_get_exit_on_close(object.opaque) != 0 }
        set { g_dbus_connection_set_exit_on_close(object.opaque, newValue ? 1 : 0) }
    }

    /// Calls a method of another program, and waits for its answer. Never starts a program.
    ///
    /// It blocks the thread, so it is for commands, not for windows.
    ///
    /// - Parameters:
    ///   - method: The method's name.
    ///   - arguments: The arguments.
    ///   - address: The object.
    ///   - interface: The interface that has the method.
    ///   - timeout: How long to wait for the answer.
    /// - Returns: The values of the answer.
    public func call(
        _ method: String, _ arguments: [BusValue] = [], of interface: String, at address: BusAddress, timeout: Duration = .seconds(5)
    ) throws(BusError) -> [BusValue] {
        var error: UnsafeMutablePointer<GError>?
        let milliseconds = gint(clamping: Int64(timeout / .milliseconds(1)))
        guard
            let answer = g_dbus_connection_call_sync(
                object.opaque, address.name, address.path, interface, method, BusValue.tuple(of: arguments), nil,
                G_DBUS_CALL_FLAGS_NO_AUTO_START, milliseconds, nil, &error)
        else { throw BusError(error) }
        defer { g_variant_unref(answer) }
        guard let values = BusValue.elements(of: answer) else { throw .unexpectedAnswer }
        return values
    }

    /// Reads all properties of an interface of another program's object, and waits for them.
    public func properties(of interface: String, at address: BusAddress) throws(BusError) -> [String: BusValue] {
        let answer = try call("GetAll", [.string(interface)], of: "org.freedesktop.DBus.Properties", at: address)
        guard let values = answer.first?.dictionary else { throw .unexpectedAnswer }
        return values
    }

    /// Sends a signal to all programs that listen.
    ///
    /// - Parameters:
    ///   - signal: The signal's name.
    ///   - arguments: Its arguments.
    ///   - interface: The interface that has the signal.
    ///   - path: The path of the object that sends it.
    public func emit(_ signal: String, _ arguments: [BusValue], of interface: String, at path: String) {
        // It fails only if the bus has gone, and with it those who listen.
        g_dbus_connection_emit_signal(object.opaque, nil, path, interface, signal, BusValue.tuple(of: arguments), nil)
    }

    /// Tells all programs that listen that properties have changed.
    public func emitChanges(_ values: [String: BusValue], of interface: String, at path: String) {
        guard !values.isEmpty else { return }
        let arguments: [BusValue] = [.string(interface), .dictionary(values), .strings([])]
        emit("PropertiesChanged", arguments, of: "org.freedesktop.DBus.Properties", at: path)
    }
}

/// The place of an object on the bus.
public struct BusAddress: Sendable, Hashable {
    /// The name of the program that has it.
    public let name: String
    /// The object's path.
    public let path: String

    /// Creates an address of a program's name and an object's path.
    public init(name: String, path: String) {
        (self.name, self.path) = (name, path)
    }
}
