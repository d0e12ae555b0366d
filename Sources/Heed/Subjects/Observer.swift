/// Somebody who wants to hear from a ``Subject``.
///
/// ## Behavior
/// - A subject does not keep it alive; one that has died is not called any more.
/// - It has its place among all that are attached, observers and closures: the order of attaching.
public protocol Observer<Value>: AnyObject, Sendable {
    /// What the subject sends.
    associatedtype Value

    /// The subject has something to tell.
    ///
    /// - Threading: Called on the thread that notifies.
    func update(_ value: Value)
}
