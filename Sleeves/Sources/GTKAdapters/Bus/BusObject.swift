internal import CAdwaita

/// An interface of an object on the bus, until it is released.
@MainActor
public final class BusObject {
    private let connection: BusConnection
    private let identifier: guint

    /// Offers an interface of an object to other programs.
    ///
    /// - Parameters:
    ///   - interface: The interface. Its description must be valid.
    ///   - path: The object's path. Other interfaces may have the same.
    ///   - connection: The connection.
    /// - Returns: `nil` if the process already offers that interface there.
    public init?(_ interface: BusInterface, at path: String, on connection: BusConnection) {
        guard let node = g_dbus_node_info_new_for_xml("<node>\(interface.description)</node>", nil),
            let described = g_dbus_node_info_lookup_interface(node, interface.name)
        else { preconditionFailure("the description of \(interface.name) is not valid; compare it with the D-Bus specification") }
        defer { g_dbus_node_info_unref(node) }
        self.connection = connection
        identifier = g_dbus_connection_register_object_with_closures(
            connection.object.opaque, path, described,
            SignalClosure.make { arguments, _ in Self.call(interface, arguments) },
            SignalClosure.make { arguments, result in
                guard let name = arguments.text(3), let property = interface.properties[name], let result else { return }
                g_value_set_variant(result, property.get().variant)
            },
            SignalClosure.make { arguments, result in
                guard let result, let name = arguments.text(3), let set = interface.properties[name]?.set,
                    let value = arguments.variant(4).flatMap({ BusValue($0) })
                else { return }
                set(value)
                g_value_set_boolean(result, 1)
            }, nil)
        guard identifier != 0 else { return nil }
    }

    isolated deinit {
        g_dbus_connection_unregister_object(connection.object.opaque, identifier)
    }

    private static func call(_ interface: BusInterface, _ arguments: SignalArguments) {
        guard let invocation = arguments.object(5) else { return }
        let call = BusCall(invocation)
        guard let name = arguments.text(3), let method = interface.methods[name],
            let values = arguments.variant(4).flatMap({ BusValue.elements(of: $0) })
        else { return call.answer(.failure(.notSupported("This call is not supported."))) }
        switch method {
        case .immediate(let body):
            call.answer(Result { () throws(BusError) in try body(values) })
        case .deferred(let body):
            Task {
                do throws(BusError) {
                    call.answer(.success(try await body(values)))
                } catch {
                    call.answer(.failure(error))
                }
            }
        }
    }
}

/// A call that waits for its answer.
@MainActor
private final class BusCall {
    /// The invocation, whose one reference the answer consumes.
    private var invocation: OpaquePointer?

    init(_ invocation: UnsafeMutableRawPointer) {
        self.invocation = OpaquePointer(invocation)
    }

    /// Answers the call, once.
    func answer(_ result: Result<[BusValue], BusError>) {
        guard let invocation else { return }
        self.invocation = nil
        switch result {
        case .success(let values): g_dbus_method_invocation_return_value(invocation, BusValue.tuple(of: values))
        case .failure(let error): g_dbus_method_invocation_return_dbus_error(invocation, error.name, error.message)
        }
    }
}
