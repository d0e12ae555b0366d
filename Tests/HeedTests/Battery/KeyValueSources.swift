import Heed

/// A property observed by its own name.
final class StoredPropertySource: PatternSource {
    private let number = SharedNumber()

    var observed: AnyObject { number }

    func observe(_ handler: @escaping @Sendable (Int) -> Void) -> PatternToken {
        let token = number.observe(\.value) { value in handler(value) }
        return PatternToken { token.invalidate() }
    }

    func change(to value: Int) {
        number.value = value
    }
}

/// A property of another object on the key path.
final class KeyPathSource: PatternSource {
    private let holder = SharedHolder(SharedNumber())

    var observed: AnyObject { holder }

    func observe(_ handler: @escaping @Sendable (Int) -> Void) -> PatternToken {
        let token = holder.observe(\.number?.value) { value in handler(value!) }
        return PatternToken { token.invalidate() }
    }

    func change(to value: Int) {
        holder.number!.value = value
    }
}

/// A property computed from the one that changes.
final class ComputedPropertySource: PatternSource {
    private let number = SharedNumber()

    var observed: AnyObject { number }

    func observe(_ handler: @escaping @Sendable (Int) -> Void) -> PatternToken {
        let token = number.observe(\.doubled) { old, new in handler(new / 2) }
        return PatternToken { token.invalidate() }
    }

    func change(to value: Int) {
        number.value = value
    }
}

/// A receptionist that delivers immediately.
final class ReceptionistSource: PatternSource {
    private let number = SharedNumber()

    var observed: AnyObject { number }

    func observe(_ handler: @escaping @Sendable (Int) -> Void) -> PatternToken {
        let receptionist = Receptionist(for: .changes(of: number, \.value), on: .immediate) { handler($0.newValue!) }
        return PatternToken { receptionist.invalidate() }
    }

    func change(to value: Int) {
        number.value = value
    }
}
