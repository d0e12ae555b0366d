import CPeers
import Observation

/// The standard library's Observation. An observer is told once, before the change, and registers again.
final class ObservableProperty: NumberProperty {
    let name = "@Observable, tracking re-armed"
    let role = Role.peer
    private let model = ObservableModel()
    private let sum = Sum()

    func add(_ count: Int) {
        for _ in 0..<count { Self.observe(model, sum) }
    }

    private static func observe(_ model: ObservableModel, _ sum: Sum) {
        // SAFETY: the change is made on this thread, and this is called by it.
        nonisolated(unsafe) let model = model
        withObservationTracking {
            _ = model.number
        } onChange: {
            // The new value is not there yet; the old one still is.
            sum.value &+= model.number
            observe(model, sum)
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

@Observable
final class ObservableModel {
    var number = 0
}
