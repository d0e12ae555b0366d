import Heed

/// All sources for a `for await` loop.
enum SequencePattern: CaseIterable {
    case messages, values

    func makeSource() -> any SequenceSource {
        switch self {
        case .messages: MessageSource()
        case .values: ValueSource()
        }
    }
}

/// The operations that send numbers to loops.
protocol SequenceSource: AnyObject, Sendable {
    func send(_ value: Int)
    func numbers(_ policy: DeliveryPolicy) -> any ObservedSequence<Int>
}

extension Int: HubMessage {}

private final class MessageSource: SequenceSource {
    private let hub = NotificationHub()

    func send(_ value: Int) { hub.post(value) }
    func numbers(_ policy: DeliveryPolicy) -> any ObservedSequence<Int> { hub.messages(Int.self, buffering: policy) }
}

private final class ValueSource: SequenceSource {
    private let subject = Subject<Int>()

    func send(_ value: Int) { subject.notify(value) }
    func numbers(_ policy: DeliveryPolicy) -> any ObservedSequence<Int> { subject.values(buffering: policy) }
}
