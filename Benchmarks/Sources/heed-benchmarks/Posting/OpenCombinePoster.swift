import CPeers
import OpenCombine

final class OpenCombinePoster: Poster {
    let name = "OpenCombine PassthroughSubject"
    let role = Role.peer
    private let subject = PassthroughSubject<Int, Never>()
    private let sum = Sum()
    private var cancellables: [AnyCancellable] = []

    func reserve(_ count: Int) {
        cancellables.reserveCapacity(cancellables.count + count)
    }

    func add(_ count: Int, addingTo target: SumTarget) {
        let sum = sum
        for _ in 0..<count {
            switch target {
            case .shared: cancellables.append(subject.sink { sum.value &+= $0 })
            case .thread: cancellables.append(subject.sink { add_to_thread_sum(Int64($0)) })
            }
        }
    }

    func post(_ times: Int) {
        for number in 0..<times { subject.send(number) }
    }

    func addAndRemove(_ times: Int) {
        let sum = sum
        for _ in 0..<times {
            let cancellable = subject.sink { sum.value &+= $0 }
            cancellable.cancel()
        }
    }
}
