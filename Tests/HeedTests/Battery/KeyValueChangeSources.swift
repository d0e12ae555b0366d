import Heed

/// A property whose changes are made in groups.
final class GroupedChangeSource: PatternSource {
    private let number = SharedNumber()

    var observed: AnyObject { number }

    func observe(_ handler: @escaping @Sendable (Int) -> Void) -> PatternToken {
        let token = number.observe(\.doubled) { value in handler(value / 2) }
        return PatternToken { token.invalidate() }
    }

    func change(to value: Int) {
        withGroupedChanges { number.value = value }
    }
}

/// A property that notifies only manually.
final class ManuallyNotifiedSource: PatternSource {
    private let number = HandToldNumber()

    var observed: AnyObject { number }

    func observe(_ handler: @escaping @Sendable (Int) -> Void) -> PatternToken {
        let token = number.observe(\.value) { value in handler(value) }
        return PatternToken { token.invalidate() }
    }

    func change(to value: Int) {
        number.tell(value)
    }
}

/// A list that is changed through `MutableCollectionValue`.
final class ExplicitChangeSource: PatternSource {
    private let list = NumberList()

    var observed: AnyObject { list }

    func observe(_ handler: @escaping @Sendable (Int) -> Void) -> PatternToken {
        let token = list.observe(\.numbers) { value in handler(value.first!) }
        return PatternToken { token.invalidate() }
    }

    func change(to value: Int) {
        list.mutableValue(for: \.numbers).insert(value, at: 0)
    }
}

@KeyValueObservable
private final class HandToldNumber: Sendable {
    @ManuallyNotified var value = 0

    func tell(_ new: Int) {
        willChangeValue(for: \.value)
        value = new
        didChangeValue(for: \.value)
    }
}

@KeyValueObservable
private final class NumberList: Sendable {
    var numbers: [Int] = []
}
