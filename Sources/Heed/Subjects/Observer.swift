/// Somebody who wants to hear from a ``Subject``.
public protocol Observer<Value>: AnyObject, Sendable {
    /// What the subject sends.
    associatedtype Value

    /// The subject has something to tell.
    ///
    /// - Threading: Called on the thread that notifies.
    func update(_ value: Value)
}
