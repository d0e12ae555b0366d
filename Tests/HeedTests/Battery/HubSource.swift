import Heed

/// A hub and one type of message.
final class HubSource: PatternSource {
    private let hub = NotificationHub()

    var observed: AnyObject { hub }

    func observe(_ handler: @escaping @Sendable (Int) -> Void) -> PatternToken {
        let token = hub.observe(NumberChanged.self) { handler($0.number) }
        return PatternToken { token.invalidate() }
    }

    func change(to value: Int) {
        hub.post(NumberChanged(number: value))
    }
}

private struct NumberChanged: HubMessage {
    let number: Int
}
