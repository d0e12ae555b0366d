/// The observers of a ``Subject``.
@usableFromInline
final class SubjectRegistry<Value>: ObserverRegistry<Value>, @unchecked Sendable {
    override var name: String { "Subject<\(Value.self)>" }

    override func hold(_ event: UnsafeRawPointer, context: UnsafeRawPointer?) -> HeldEvent? {
        HeldCopy<Value, Void>(event: event, context: nil)
    }
}
