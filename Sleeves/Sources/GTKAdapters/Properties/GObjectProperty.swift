internal import CAdwaita
internal import Heed

/// A property of a GObject as a value that can be observed, bound and put before a receptionist.
///
/// ```swift
/// let title = GObjectProperty<String>(of: window.object, "title")
/// let observation = title.observe(\.value, options: [.old, .new]) { _, change in … }
/// title.value = "Blue Train"       // sets the GObject's property, which tells of it
/// ```
///
/// A wrapper's own properties that are computed from it are observable, too: ``Widget/property(_:)``.
///
/// **Behavior**
/// - What changes the GObject's property, in C or in Swift, is told with its old and its new value, once, within the change.
/// - A notice of GObject's that comes without another value is not told.
/// - What the GObject makes of a value that it is given is what is told, and what ``value`` is then.
/// - While GObject's notices are held back (`g_object_freeze_notify`), the value stays what it was.
/// - It keeps the GObject, not those who observe. Observations of it end when it is released.
/// - A name that the class does not know, a type that is not the property's, and setting what can only be read stop the program.
///
/// - Reentrancy: who observes may set it again, and may release it.
@MainActor
@KeyValueObservable
final class GObjectProperty<Value: GObjectValue> {
    // What the GObject was last known to hold, so that there is an old value to tell of when it changes.
    private var known: Value
    private let object: GObjectReference
    private let name: String
    @NotObserved private var connection: SignalConnection?

    /// Begins to follow a property.
    ///
    /// - Parameters:
    ///   - object: whose property it is.
    ///   - name: its name, as `"is-active"`.
    init(of object: GObjectReference, _ name: String) {
        object.checkProperty(name, holds: Value.self)
        self.object = object
        self.name = name
        known = object.value(of: name)
        connection = SignalConnection(to: object, "notify::\(name)") { [weak self] _ in self?.update() }
    }

    /// What the property holds.
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
