internal import CAdwaita

/// A connection of a Swift closure to a signal of a GObject, until it is released.
///
/// It retains the object, so it can always disconnect. The object retains only the closure, not the connection. So the closure must capture
/// the connection's owner weakly.
///
/// - Reentrancy: may be released during an emission of its own signal. GLib keeps the closure until the call returns.
@MainActor
final class SignalConnection {
    private let object: GObjectReference
    private let identifier: gulong

    /// Connects a closure without a result.
    ///
    /// - Parameter isAfter: Whether the closure is called after the signal's other handlers.
    init(
        to object: GObjectReference,
        _ signal: String,
        isAfter: Bool = false,
        _ handler: @escaping @MainActor (SignalArguments) -> Void
    ) {
        self.object = object
        identifier = Self.connect(object, signal, isAfter: isAfter) { arguments, _ in handler(arguments) }
    }

    /// Connects a closure that returns whether it has handled the signal, so that no other handler runs.
    init(deciding object: GObjectReference, _ signal: String, _ handler: @escaping @MainActor (SignalArguments) -> Bool) {
        self.object = object
        identifier = Self.connect(object, signal) { arguments, result in
            let isDealtWith = handler(arguments)
            if let result { g_value_set_boolean(result, isDealtWith ? 1 : 0) }
        }
    }

    isolated deinit {
        // A destroyed widget has already disconnected its signals.
        if g_signal_handler_is_connected(object.pointer, identifier) != 0 {
            g_signal_handler_disconnect(object.pointer, identifier)
        }
    }

    private static func connect(
        _ object: GObjectReference,
        _ signal: String,
        isAfter: Bool = false,
        _ body: @escaping SignalClosure.Body
    ) -> gulong {
        let identifier = g_signal_connect_closure(object.pointer, signal, SignalClosure.make(body), isAfter ? 1 : 0)
        precondition(identifier != 0, "there is no signal \"\(signal)\"; compare the name with the class's documentation")
        return identifier
    }
}
