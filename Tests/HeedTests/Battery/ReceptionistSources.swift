import Heed

/// A receptionist that delivers messages immediately.
final class MessageReceptionistSource: PatternSource {
    private let hub = NotificationHub()

    var observed: AnyObject { hub }

    func observe(_ handler: @escaping @Sendable (Int) -> Void) -> PatternToken {
        let receptionist = Receptionist(for: .messages(NumberSent.self, in: hub)) { handler($0.number) }
        return PatternToken { receptionist.invalidate() }
    }

    func change(to value: Int) {
        hub.post(NumberSent(number: value))
    }
}

private struct NumberSent: HubMessage {
    let number: Int
}

/// A receptionist for a subject whose values are wrapped, filtered and unwrapped.
final class FilteredReceptionistSource: PatternSource {
    private let subject = Subject<Int>()

    var observed: AnyObject { subject }

    func observe(_ handler: @escaping @Sendable (Int) -> Void) -> PatternToken {
        let source = ObservationSource.values(of: subject).map { [$0] }.filter { !$0.isEmpty }.compactMap(\.first).removeDuplicates {
            _, _ in false
        }
        let receptionist = Receptionist(for: source, handler)
        return PatternToken { receptionist.invalidate() }
    }

    func change(to value: Int) {
        subject.notify(value)
    }
}
