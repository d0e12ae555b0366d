import CPeers
import OpenCombine

/// OpenCombine's `@Published`. A subscriber is given the new value and keeps the old one itself.
final class PublishedProperty: NumberProperty {
    let name = "OpenCombine @Published"
    let role = Role.peer
    let canRemove = true
    private let model = PublishedModel()
    private let sum = Sum()
    private var cancellables: [AnyCancellable] = []

    func reserve(_ count: Int) {
        cancellables.reserveCapacity(cancellables.count + count)
    }

    func add(_ count: Int) {
        let sum = sum
        for _ in 0..<count {
            var old = model.number
            cancellables.append(
                model.$number.sink { new in
                    sum.value &+= new &- old
                    old = new
                }
            )
        }
    }

    func addAndRemove(_ times: Int) {
        let sum = sum
        for _ in 0..<times {
            let cancellable = model.$number.sink { sum.value &+= $0 }
            cancellable.cancel()
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

final class PublishedModel {
    @Published var number = 0
}
