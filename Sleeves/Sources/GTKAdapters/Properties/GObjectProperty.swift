internal import CAdwaita
internal import Heed

/// A property of a GObject as a value that can be observed, bound and used with a receptionist.
///
/// ```swift
/// let title = GObjectProperty<String>(of: window.object, "title")
/// let observation = title.observe(\.value, options: [.old, .new]) { _, change in … }
/// title.value = "Blue Train"       // sets the GObject's property, which notifies
/// ```
///
/// A wrapper's own properties that are computed from it are observable too: ``Widget/property(_:)``.
///
/// **Behavior**
/// - A change of the GObject's property, in C or in Swift, is delivered once, within the change, with the old and the new value.
/// - A notification from GObject without a new value is not delivered.
/// - If the GObject adjusts a value that is set, observers get the adjusted value, and so does ``value``.
/// - While the GObject's notifications are frozen (`g_object_freeze_notify`), the value stays the same.
/// - The property retains the GObject but not the observers. Observations end when it is released.
/// - An unknown name, a wrong type, and setting a read-only property trap.
///
/// - Reentrancy: observers may set the property again, and may release it.
@MainActor
@KeyValueObservable
final class GObjectProperty<Value: GObjectValue> {
    // The last known value, to deliver as the old value of the next change.
    private var known: Value
    private let object: GObjectReference
    private let name: String
    @NotObserved private var connection: SignalConnection?

    /// Starts observing a property.
    ///
    /// - Parameters:
    ///   - object: the object with the property.
    ///   - name: the name, such as `"is-active"`.
    init(of object: GObjectReference, _ name: String) {
        object.checkProperty(name, holds: Value.self)
        self.object = object
        self.name = name
        known = object.value(of: name)
        connection = SignalConnection(to: object, "notify::\(name)") { [weak self] _ in self?.update() }
    }

    /// The property's value.
    var value: Value {
        get { known }
        set {
            object.setValue(of: name, to: newValue)
            update()
        }
    }

    private func update() {
        let current: Value = object.value(of: name)
        if current != known { known = current }
    }
}
