internal import CAdwaita

/// A Swift closure that is connected to a signal of a GObject, until it is released.
///
/// It owns the object, so that disconnecting is always possible. The object does not own the connection, only the closure: a closure must
/// therefore not capture what owns the connection, unless weakly.
///
/// - Reentrancy: may be released while its own signal is being emitted; GLib keeps the closure until the call returns.
@MainActor
final class SignalConnection {
    private let object: GObjectReference
    private let identifier: gulong

    /// Connects a closure that answers nothing.
    init(to object: GObjectReference, _ signal: String, _ handler: @escaping @MainActor (SignalArguments) -> Void) {
        self.object = object
        identifier = Self.connect(object, signal) { arguments, _ in handler(arguments) }
    }

    /// Connects a closure that answers whether it has dealt with the matter, so that nobody else needs to.
    init(deciding object: GObjectReference, _ signal: String, _ handler: @escaping @MainActor (SignalArguments) -> Bool) {
        self.object = object
        identifier = Self.connect(object, signal) { arguments, result in
            let isDealtWith = handler(arguments)
            if let result { g_value_set_boolean(result, isDealtWith ? 1 : 0) }
        }
    }

    isolated deinit {
        // A destroyed widget has disconnected everything itself.
        if g_signal_handler_is_connected(object.pointer, identifier) != 0 {
            g_signal_handler_disconnect(object.pointer, identifier)
        }
    }

    private static func connect(_ object: GObjectReference, _ signal: String, _ body: @escaping SignalClosure.Body) -> gulong {
        let identifier = g_signal_connect_closure(object.pointer, signal, SignalClosure.make(body), 0)
        precondition(identifier != 0, "there is no signal \"\(signal)\"; compare the name with the class's documentation")
        return identifier
    }
}
