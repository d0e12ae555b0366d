import Heed

extension Probe {
    static let posting = [0, 1, 100].flatMap { [hub($0), subject($0)] } + [sender]

    private struct Ping: HubMessage {
        let number: Int
    }

    private static func hub(_ count: Int) -> Probe {
        Probe(name: "hub-post-\(count)") {
            let (hub, sum) = (NotificationHub(), Sum())
            // The hub knows the message also where nobody is left.
            hub.observe(Ping.self) { sum.value &+= $0.number }.invalidate()
            let tokens = (0..<count).map { _ in hub.observe(Ping.self) { sum.value &+= $0.number } }
            return { times in
                for number in 0..<times { hub.post(Ping(number: number)) }
                withExtendedLifetime(tokens) {}
            }
        }
    }

    private static let sender = Probe(name: "hub-post-sender") {
        let (hub, sender, sum) = (NotificationHub(), Sum(), Sum())
        let token = hub.observe(Ping.self, from: sender) { sum.value &+= $0.number }
        return { times in
            for number in 0..<times { hub.post(Ping(number: number), from: sender) }
            withExtendedLifetime(token) {}
        }
    }

    private static func subject(_ count: Int) -> Probe {
        Probe(name: "subject-notify-\(count)") {
            let (subject, sum) = (Subject<Int>(), Sum())
            let tokens = (0..<count).map { _ in subject.attach { sum.value &+= $0 } }
            return { times in
                for number in 0..<times { subject.notify(number) }
                withExtendedLifetime(tokens) {}
            }
        }
    }
}
