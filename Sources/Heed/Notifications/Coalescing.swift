/// Which of the messages that wait in a ``NotificationQueue`` a new one replaces.
///
/// ## Behavior
/// - What is replaced is not posted, and is counted.
/// - Keys are compared without a lock.
public struct Coalescing: Sendable {
    let rule: Rule

    enum Rule: Sendable {
        case none
        case byType
        case bySender
        case byTypeAndSender
        case byKey(CoalescingKey)
    }

    /// None: every message is posted.
    public static let none = Coalescing(rule: .none)
    /// Those of the same type, whoever sent them.
    public static let byType = Coalescing(rule: .byType)
    /// Those of the same sender, whatever their type. A message without a sender replaces those without one.
    public static let bySender = Coalescing(rule: .bySender)
    /// Those of the same type and the same sender.
    public static let byTypeAndSender = Coalescing(rule: .byTypeAndSender)

    /// Those of the same type that were put in with an equal key.
    public static func byKey(_ key: some Hashable & Sendable) -> Coalescing {
        Coalescing(rule: .byKey(CoalescingKey(key)))
    }
}

/// A key of any type.
// SAFETY: the initialiser takes only what is Sendable, and it never changes.
struct CoalescingKey: Equatable, @unchecked Sendable {
    private let value: AnyHashable

    init(_ value: some Hashable & Sendable) {
        self.value = AnyHashable(value)
    }
}
