internal import CAdwaita

/// A strong reference to a GObject, counted by ARC.
///
/// This is the only place that refs and unrefs. Everything else in this module holds one of these, and the pointer is valid for as long
/// as it does. One that is held by a local variable only needs `withExtendedLifetime` around the calls that use its pointer.
@MainActor
final class GObjectReference {
    /// The object. Never nil, and alive until this reference goes.
    let pointer: UnsafeMutableRawPointer

    /// Takes part in the ownership of an object that somebody else may own too, and sinks its floating reference if it has one.
    ///
    /// Right for every widget: a new widget floats, and a new window is owned by GTK already.
    init(sharing pointer: UnsafeMutableRawPointer) {
        self.pointer = pointer
        g_object_ref_sink(pointer)
    }

    /// Takes over the reference that a constructor returned ("transfer full").
    init(taking pointer: UnsafeMutableRawPointer) {
        self.pointer = pointer
    }

    isolated deinit {
        g_object_unref(pointer)
    }

    /// The object, as the type that C hides from its headers.
    var opaque: OpaquePointer { OpaquePointer(pointer) }

    /// The object, as one of its classes.
    func cast<Instance>(to type: Instance.Type = Instance.self) -> UnsafeMutablePointer<Instance> {
        // SAFETY: a GObject's first member is its parent class's instance, so one address serves all its classes. Callers name a class
        // that the object was created with.
        pointer.assumingMemoryBound(to: type)
    }
}
