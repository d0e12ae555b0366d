internal import CAdwaita

/// Calls a closure whenever a property of a GObject changes, until this token is released.
@MainActor
public final class PropertyToken {
    private let connection: SignalConnection

    init(_ object: GObjectReference, _ property: String, _ body: @escaping @MainActor () -> Void) {
        connection = SignalConnection(to: object, "notify::\(property)") { _ in body() }
    }
}
