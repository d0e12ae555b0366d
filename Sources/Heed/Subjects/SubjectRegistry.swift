/// The observers of a ``Subject``.
@usableFromInline
final class SubjectRegistry<Value>: ObserverRegistry<Value>, @unchecked Sendable {
    override var name: String { "Subject<\(Value.self)>" }
}
