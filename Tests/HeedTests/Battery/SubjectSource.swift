import Heed

/// A subject and closures.
final class SubjectSource: PatternSource {
    private let subject = Subject<Int>()

    var observed: AnyObject { subject }

    func observe(_ handler: @escaping @Sendable (Int) -> Void) -> PatternToken {
        let token = subject.attach(handler)
        return PatternToken { token.invalidate() }
    }

    func change(to value: Int) {
        subject.notify(value)
    }
}
