/// What a ``Receptionist`` does with changes that arrive faster than they are handled.
public struct DeliveryPolicy: Sendable, Hashable {
    enum Rule: Sendable, Hashable {
        case every
        case latest
    }

    let rule: Rule

    /// Every change, in order. What waits is not bounded.
    public static let every = DeliveryPolicy(rule: .every)

    /// Only the newest of the changes that wait; at most one waits. The last change always arrives.
    public static let latest = DeliveryPolicy(rule: .latest)
}
