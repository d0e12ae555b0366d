import CPeers
import Heed
import Observation

final class HeedProperty: NumberProperty {
    let name = "Heed @KeyValueObservable"
    let role = Role.heed
    let canRemove = true
    private let model = HeedModel()
    private let sum = Sum()
    private var observations: [ObservationToken] = []

    func reserve(_ count: Int) {
        observations.reserveCapacity(observations.count + count)
    }

    func add(_ count: Int) {
        let sum = sum
        for _ in 0..<count {
            observations.append(
                model.observe(\.number, options: [.old, .new]) { _, change in
                    sum.value &+= change.newValue! &- change.oldValue!
                }
            )
        }
    }

    func addAndRemove(_ times: Int) {
        let sum = sum
        for _ in 0..<times {
            let observation = model.observe(\.number, options: [.old, .new]) { _, change in
                sum.value &+= change.newValue! &- change.oldValue!
            }
            observation.invalidate()
        }
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

@KeyValueObservable
final class HeedModel {
    var number = 0
}

/// The form for objects that several threads share.
final class HeedSharedProperty: NumberProperty {
    let name = "Heed, a Sendable class"
    let role = Role.heed
    let canRemove = true
    private let model = HeedSharedModel()
    private let sum = Sum()
    private var observations: [ObservationToken] = []

    func reserve(_ count: Int) {
        observations.reserveCapacity(observations.count + count)
    }

    func add(_ count: Int) {
        let sum = sum
        for _ in 0..<count {
            observations.append(
                model.observe(\.number, options: [.old, .new]) { _, change in
                    sum.value &+= change.newValue! &- change.oldValue!
                }
            )
        }
    }

    func addAndRemove(_ times: Int) {
        let sum = sum
        for _ in 0..<times {
            let observation = model.observe(\.number, options: [.old, .new]) { _, change in
                sum.value &+= change.newValue! &- change.oldValue!
            }
            observation.invalidate()
        }
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

@KeyValueObservable
final class HeedSharedModel: Sendable {
    var number: Int = 0
}

/// The form that the standard library's Observation tracks too.
final class HeedTrackedProperty: NumberProperty {
    let name = "Heed, Observable too"
    let role = Role.heed
    private let model = HeedTrackedModel()
    private let sum = Sum()
    private var observations: [ObservationToken] = []

    func add(_ count: Int) {
        let sum = sum
        for _ in 0..<count {
            observations.append(
                model.observe(\.number, options: [.old, .new]) { _, change in
                    sum.value &+= change.newValue! &- change.oldValue!
                }
            )
        }
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

@KeyValueObservable
final class HeedTrackedModel: Observable {
    var number = 0
}
