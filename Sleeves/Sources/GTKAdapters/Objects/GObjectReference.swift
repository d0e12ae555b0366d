internal import CAdwaita

/// A strong reference to a GObject, counted by ARC.
///
/// Only this class refs and unrefs. Everything else in this module holds one of these, and the pointer is valid for as long. A reference in
/// a local variable needs `withExtendedLifetime` around the calls that use its pointer.
@MainActor
final class GObjectReference {
    /// The object, which is alive until this reference is released.
    let pointer: UnsafeMutableRawPointer

    /// Shares the ownership of an object, and sinks its floating reference if it has one.
    ///
    /// Right for every widget: a new widget has a floating reference, and GTK already owns a new window.
    init(sharing pointer: UnsafeMutableRawPointer) {
        self.pointer = pointer
        g_object_ref_sink(pointer)
    }

    /// Takes ownership of the reference that a constructor returned ("transfer full").
    init(taking pointer: UnsafeMutableRawPointer) {
        self.pointer = pointer
    }

    isolated deinit {
        g_object_unref(pointer)
    }

    /// The object, as a type that C's headers don't define.
    var opaque: OpaquePointer { OpaquePointer(pointer) }

    /// Returns the object as one of its classes.
    func cast<Instance>(to type: Instance.Type = Instance.self) -> UnsafeMutablePointer<Instance> {
        // SAFETY: a GObject's first member is its parent class's instance, so one address is valid for all its classes. Callers name a
        // class that the object was created with.
        pointer.assumingMemoryBound(to: type)
    }
}
