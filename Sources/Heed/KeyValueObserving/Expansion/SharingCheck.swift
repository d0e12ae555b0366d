/// A check of generated code whether threads share the objects of a class. The compiler makes it; no program runs it.
///
/// The macro's generated code uses it; you don't need to use it yourself.
public struct _SharingCheck<Function> {
    /// Creates a check from a function that has the isolation of the class.
    public init(of function: Function) {}

    /// Returns the marker of a class that belongs to a global actor, or isn't `Sendable`.
    public func sharing<Object>(of type: Object.Type) -> _KeptInOneIsolation.Type { _KeptInOneIsolation.self }
}

extension _SharingCheck where Function == @Sendable () -> Void {
    /// Returns the marker of a class that is `Sendable` and belongs to no actor.
    public func sharing<Object: Sendable>(of type: Object.Type) -> _SharedByThreads.Type { _SharedByThreads.self }
}

extension _SharingCheck where Function == () -> Void {
    /// Returns the marker of a class that is `Sendable` and belongs to no actor, for code in the Swift 5 language mode.
    public func sharing<Object: Sendable>(of type: Object.Type) -> _SharedByThreads.Type { _SharedByThreads.self }
}
