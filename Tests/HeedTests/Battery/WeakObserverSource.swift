import Heed

/// A subject and observers that it holds weakly.
final class WeakObserverSource: PatternSource {
    private let subject = Subject<Int>()

    var observed: AnyObject { subject }

    func observe(_ handler: @escaping @Sendable (Int) -> Void) -> PatternToken {
        let observer = HandlerObserver(handler)
        subject.attach(observer)
        let held = Box<HandlerObserver?>(observer)
        return PatternToken { [weak subject] in
            guard let observer = held.value else { return }
            subject?.detach(observer)
            held.exchange(nil)
        }
    }

    func change(to value: Int) {
        subject.notify(value)
    }
}

private final class HandlerObserver: Observer {
    private let handler: @Sendable (Int) -> Void

    init(_ handler: @escaping @Sendable (Int) -> Void) {
        self.handler = handler
    }

    func update(_ value: Int) {
        handler(value)
    }
}
