import CPeers
import Floors

final class UnmanagedPoster: Poster {
    let name = "unmanaged objects"
    let role = Role.floor
    let isThreadSafe = false
    let canRemove = false
    private let list = UnmanagedObjects()
    private let sum = Sum()
    private var targets: [Target] = []

    func add(_ count: Int, addingTo target: SumTarget) {
        targets.reserveCapacity(targets.count + count)
        for _ in 0..<count {
            let object = target == .shared ? Adder(sum) : ThreadAdder()
            targets.append(object)
            list.add(object)
        }
    }

    func post(_ times: Int) {
        for number in 0..<times { list.post(number) }
        withExtendedLifetime(targets) {}
    }

    private final class Adder: Target {
        private let sum: Sum

        init(_ sum: Sum) {
            self.sum = sum
        }

        override func receive(_ number: Int) {
            sum.value &+= number
        }
    }

    private final class ThreadAdder: Target {
        override func receive(_ number: Int) {
            add_to_thread_sum(Int64(number))
        }
    }
}

final class ClosurePoster: Poster {
    let name = "closures in an array"
    let role = Role.floor
    let isThreadSafe = false
    let canRemove = false
    private let list = ClosureArray()
    private let sum = Sum()

    func add(_ count: Int, addingTo target: SumTarget) {
        let sum = sum
        for _ in 0..<count {
            switch target {
            case .shared: list.add { sum.value &+= $0 }
            case .thread: list.add { add_to_thread_sum(Int64($0)) }
            }
        }
    }

    func post(_ times: Int) {
        for number in 0..<times { list.post(number) }
    }
}

final class LockedClosurePoster: Poster {
    let name = "closures behind a Mutex"
    let role = Role.floor
    let canRemove = false
    private let list = LockedClosures()
    private let sum = Sum()

    func add(_ count: Int, addingTo target: SumTarget) {
        let sum = sum
        for _ in 0..<count {
            switch target {
            case .shared: list.add { sum.value &+= $0 }
            case .thread: list.add { add_to_thread_sum(Int64($0)) }
            }
        }
    }

    func post(_ times: Int) {
        for number in 0..<times { list.post(number) }
    }
}

final class SlotPoster: Poster {
    let name = "slots and a free list"
    let role = Role.floor
    let isThreadSafe = false
    private let list = SlotList()
    private let sum = Sum()

    func add(_ count: Int, addingTo target: SumTarget) {
        let sum = sum
        for _ in 0..<count {
            switch target {
            case .shared: _ = list.add { sum.value &+= $0 }
            case .thread: _ = list.add { add_to_thread_sum(Int64($0)) }
            }
        }
    }

    func post(_ times: Int) {
        for number in 0..<times { list.post(number) }
    }

    func addAndRemove(_ times: Int) {
        let sum = sum
        for _ in 0..<times { list.remove(list.add { sum.value &+= $0 }) }
    }
}
