import CAtspi

/// The bus through which programs describe their widgets to screen readers.
///
/// Sends many calls before it waits for the first reply. The library for screen readers waits after each call; but a window's tree takes some
/// hundred of them, and is read again and again while a test waits.
@MainActor
enum AccessibilityBus {
    /// A question to a program about one of its objects.
    struct Call {
        let program: String
        let object: String
        let interface: String
        let method: String
        var words: [String] = []
        var numbers: [Argument] = []

        enum Argument {
            case signed(Int32)
            case unsigned(UInt32)
        }

        static func property(_ name: String, of node: AccessibleNode) -> Call {
            Call(
                program: node.program, object: node.path, interface: DBUS_INTERFACE_PROPERTIES, method: "Get",
                words: ["org.a11y.atspi.Accessible", name])
        }

        static func accessible(_ method: String, of node: AccessibleNode) -> Call {
            Call(program: node.program, object: node.path, interface: "org.a11y.atspi.Accessible", method: method)
        }
    }

    /// A program's answer, or a part of it.
    enum Value: Equatable {
        case text(String)
        case number(Int)
        case list([Value])

        var text: String? { if case .text(let text) = self { text } else { nil } }
        var number: Int? { if case .number(let number) = self { number } else { nil } }
        var list: [Value] { if case .list(let list) = self { list } else { [] } }
    }

    /// The answers, in the order of the questions; `nil` where there is none, as from an object that has gone.
    static func answers(to calls: [Call]) -> [Value?] {
        guard let connection = atspi_get_a11y_bus() else { return calls.map { _ in nil } }
        let pending = calls.map { send($0, on: connection) }
        return pending.map(answer)
    }

    static func answer(to call: Call) -> Value? {
        answers(to: [call])[0]
    }

    /// The types of what is sent, by the letters that the bus has for them.
    private enum Kind {
        static let text = Int32(UInt8(ascii: "s"))
        static let path = Int32(UInt8(ascii: "o"))
        static let signed = Int32(UInt8(ascii: "i"))
        static let unsigned = Int32(UInt8(ascii: "u"))
        static let truth = Int32(UInt8(ascii: "b"))
        static let array = Int32(UInt8(ascii: "a"))
        static let structure = Int32(UInt8(ascii: "r"))
        static let variant = Int32(UInt8(ascii: "v"))
    }

    private static func send(_ call: Call, on connection: OpaquePointer) -> OpaquePointer? {
        guard let message = dbus_message_new_method_call(call.program, call.object, call.interface, call.method) else { return nil }
        defer { dbus_message_unref(message) }
        var arguments = DBusMessageIter()
        dbus_message_iter_init_append(message, &arguments)
        for word in call.words {
            word.withCString { pointer in
                var pointer: UnsafePointer<CChar>? = pointer
                _ = dbus_message_iter_append_basic(&arguments, Kind.text, &pointer)
            }
        }
        for number in call.numbers {
            switch number {
            case .signed(var number): dbus_message_iter_append_basic(&arguments, Kind.signed, &number)
            case .unsigned(var number): dbus_message_iter_append_basic(&arguments, Kind.unsigned, &number)
            }
        }
        var pending: OpaquePointer?
        let limit: Int32 = 10_000
        guard dbus_connection_send_with_reply(connection, message, &pending, limit) != 0 else { return nil }
        return pending
    }

    private static func answer(_ pending: OpaquePointer?) -> Value? {
        guard let pending else { return nil }
        defer { dbus_pending_call_unref(pending) }
        dbus_pending_call_block(pending)
        guard let reply = dbus_pending_call_steal_reply(pending) else { return nil }
        defer { dbus_message_unref(reply) }
        var values = DBusMessageIter()
        guard dbus_message_get_type(reply) == DBUS_MESSAGE_TYPE_METHOD_RETURN, dbus_message_iter_init(reply, &values) != 0 else {
            return nil
        }
        return value(&values)
    }

    private static func value(_ place: inout DBusMessageIter) -> Value? {
        let type = dbus_message_iter_get_arg_type(&place)
        switch type {
        case Kind.text, Kind.path:
            var text: UnsafePointer<CChar>?
            dbus_message_iter_get_basic(&place, &text)
            return text.map { .text(String(cString: $0)) }
        case Kind.signed, Kind.truth:
            var number: Int32 = 0
            dbus_message_iter_get_basic(&place, &number)
            return .number(Int(number))
        case Kind.unsigned:
            var number: UInt32 = 0
            dbus_message_iter_get_basic(&place, &number)
            return .number(Int(number))
        case Kind.array, Kind.structure, Kind.variant:
            var parts = DBusMessageIter()
            dbus_message_iter_recurse(&place, &parts)
            if type == Kind.variant { return value(&parts) }
            var list: [Value] = []
            while let part = value(&parts) {
                list.append(part)
                dbus_message_iter_next(&parts)
            }
            return .list(list)
        default:
            return nil
        }
    }
}
