import Heed
import Observation

/// A property read and written.
enum PropertyCases {
    static func all() -> [Benchmark] {
        [reading(), writing(observers: 0), writing(observers: 1), writing(observers: 10)]
    }

    private static func reading() -> Benchmark {
        let (plain, heeded, tracked) = (PlainModel(), HeededModel(), TrackedModel())
        return Benchmark(
            name: "get",
            contenders: [
                Contender(name: "plain property") { times in
                    var sum = 0
                    for _ in 0..<times { sum &+= plain.number }
                    blackHole(sum)
                },
                Contender(name: "@KeyValueObservable") { times in
                    var sum = 0
                    for _ in 0..<times { sum &+= heeded.number }
                    blackHole(sum)
                },
                Contender(name: "@Observable") { times in
                    var sum = 0
                    for _ in 0..<times { sum &+= tracked.number }
                    blackHole(sum)
                },
            ]
        )
    }

    private static func writing(observers count: Int) -> Benchmark {
        let (plain, heeded, tracked) = (PlainModel(), HeededModel(), TrackedModel())
        var heard = 0
        plain.observers = (0..<count).map { _ in { old, new in heard &+= new &- old } }
        let observations = (0..<count).map { _ in
            heeded.observe(\.number, options: [.old, .new]) { _, change in heard &+= change.newValue! &- change.oldValue! }
        }
        var contenders = [
            Contender(name: "didSet calling closures") { times in
                for number in 0..<times { plain.number = number }
            },
            Contender(name: "@KeyValueObservable") { times in
                for number in 0..<times { heeded.number = number }
                withExtendedLifetime(observations) {}
            },
        ]
        if count == 0 {
            contenders.append(
                Contender(name: "@Observable") { times in
                    for number in 0..<times { tracked.number = number }
                }
            )
        }
        return Benchmark(name: "set, \(count) observers", operationsPerTime: max(1, count), contenders: contenders)
    }

    @inline(never)
    private static func blackHole(_ value: Int) {}
}

final class PlainModel {
    var observers: [(Int, Int) -> Void] = []
    var number = 0 {
        didSet { for observer in observers { observer(oldValue, number) } }
    }
}

@KeyValueObservable
final class HeededModel {
    var number = 0
}

@Observable
final class TrackedModel {
    var number = 0
}
