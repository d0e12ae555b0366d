import CPeers
import Synchronization

/// A property that nobody can observe.
final class PlainProperty: NumberProperty {
    let name = "plain property"
    let role = Role.floor
    let isObservable = false
    private let model = PlainModel()

    func add(_ count: Int) {}

    func get(_ times: Int) {
        for _ in 0..<times { keep(Int64(read())) }
    }

    func set(_ times: Int) {
        for number in 0..<times { write(number) }
    }

    @inline(never)
    private func read() -> Int { model.number }

    @inline(never)
    private func write(_ number: Int) {
        model.number = number
    }
}

/// A property that no key path names, in a module that is built with the whole in view: Swift checks nothing when it is used.
final class UncheckedProperty: NumberProperty {
    let name = "plain property, unchecked"
    let role = Role.floor
    let isObservable = false
    private let model = UncheckedModel()

    func add(_ count: Int) {}

    func get(_ times: Int) {
        for _ in 0..<times { keep(Int64(read())) }
    }

    func set(_ times: Int) {
        for number in 0..<times { write(number) }
    }

    @inline(never)
    private func read() -> Int { model.number }

    @inline(never)
    private func write(_ number: Int) {
        model.number = number
    }
}

private final class UncheckedModel {
    var number = 0
}

/// A value behind a lock that nobody else wants.
final class LockedProperty: NumberProperty {
    let name = "behind a Mutex"
    let role = Role.floor
    let isObservable = false
    private let number = Mutex(0)

    func add(_ count: Int) {}

    func get(_ times: Int) {
        for _ in 0..<times { keep(Int64(read())) }
    }

    func set(_ times: Int) {
        for number in 0..<times { write(number) }
    }

    @inline(never)
    private func read() -> Int { number.withLock { $0 } }

    @inline(never)
    private func write(_ new: Int) {
        number.withLock { $0 = new }
    }
}

/// A property whose `didSet` calls closures with the old and the new value.
final class DidSetProperty: NumberProperty {
    let name = "didSet calling closures"
    let role = Role.floor
    private let model = DidSetModel()
    private let sum = Sum()

    func add(_ count: Int) {
        let sum = sum
        for _ in 0..<count { model.observers.append { old, new in sum.value &+= new &- old } }
    }

    func get(_ times: Int) {
        for _ in 0..<times { keep(Int64(read())) }
    }

    func set(_ times: Int) {
        for number in 0..<times { write(number) }
    }

    @inline(never)
    private func read() -> Int { model.number }

    @inline(never)
    private func write(_ number: Int) {
        model.number = number
    }
}

// Of a property that no key path names, and that only this module can see, the optimiser removes Swift's exclusivity check. Properties in
// programs are mostly public, or bound by key path, or in a module built without the whole in view, and keep it; so these are named.

final class PlainModel {
    var number = 0

    init() {
        reset(self, \.number)
    }
}

final class DidSetModel {
    var observers: [(Int, Int) -> Void] = []
    var number = 0 {
        didSet { for observer in observers { observer(oldValue, number) } }
    }

    init() {
        reset(self, \.number)
        clear(self, \.observers)
    }
}

@inline(never)
private func reset<Model>(_ model: Model, _ number: ReferenceWritableKeyPath<Model, Int>) {
    model[keyPath: number] = 0
}

@inline(never)
private func clear<Model>(_ model: Model, _ observers: ReferenceWritableKeyPath<Model, [(Int, Int) -> Void]>) {
    model[keyPath: observers] = []
}
