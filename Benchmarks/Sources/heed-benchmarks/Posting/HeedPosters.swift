import CPeers
import Heed

struct Ping: HubMessage {
    let number: Int
}

final class HeedHub: Poster {
    let name = "Heed NotificationHub"
    let role = Role.heed
    private let hub = NotificationHub()
    private let sum = Sum()
    private var tokens: [ObservationToken] = []

    func reserve(_ count: Int) {
        tokens.reserveCapacity(tokens.count + count)
    }

    func add(_ count: Int, addingTo target: SumTarget) {
        let sum = sum
        for _ in 0..<count {
            switch target {
            case .shared: tokens.append(hub.observe(Ping.self) { sum.value &+= $0.number })
            case .thread: tokens.append(hub.observe(Ping.self) { add_to_thread_sum(Int64($0.number)) })
            }
        }
    }

    func post(_ times: Int) {
        for number in 0..<times { hub.post(Ping(number: number)) }
    }

    func addAndRemove(_ times: Int) {
        let sum = sum
        for _ in 0..<times {
            let token = hub.observe(Ping.self) { sum.value &+= $0.number }
            token.invalidate()
        }
    }
}

final class HeedSubject: Poster {
    let name = "Heed Subject"
    let role = Role.heed
    private let subject = Subject<Int>()
    private let sum = Sum()
    private var tokens: [ObservationToken] = []

    func reserve(_ count: Int) {
        tokens.reserveCapacity(tokens.count + count)
    }

    func add(_ count: Int, addingTo target: SumTarget) {
        let sum = sum
        for _ in 0..<count {
            switch target {
            case .shared: tokens.append(subject.attach { sum.value &+= $0 })
            case .thread: tokens.append(subject.attach { add_to_thread_sum(Int64($0)) })
            }
        }
    }

    func post(_ times: Int) {
        for number in 0..<times { subject.notify(number) }
    }

    func addAndRemove(_ times: Int) {
        let sum = sum
        for _ in 0..<times {
            let token = subject.attach { sum.value &+= $0 }
            token.invalidate()
        }
    }
}

/// The hub, with messages of one sender for those who listen to it.
final class HeedSenderHub: Poster {
    let name = "Heed NotificationHub, from a sender"
    let role = Role.heed
    let canRemove = false
    private let hub = NotificationHub()
    private let sender = Sum()
    private let sum = Sum()
    private var tokens: [ObservationToken] = []

    func add(_ count: Int, addingTo target: SumTarget) {
        let sum = sum
        for _ in 0..<count { tokens.append(hub.observe(Ping.self, from: sender) { sum.value &+= $0.number }) }
    }

    func post(_ times: Int) {
        for number in 0..<times { hub.post(Ping(number: number), from: sender) }
    }

    func addAndRemove(_ times: Int) {}
}
