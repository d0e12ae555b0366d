import Heed

extension Probe {
    static let registering = [
        Probe(name: "hub-add-remove") {
            let (hub, sum) = (NotificationHub(), Sum())
            let tokens = (0..<10).map { _ in hub.observe(Ping.self) { sum.value &+= $0.number } }
            return { times in
                for _ in 0..<times { hub.observe(Ping.self) { sum.value &+= $0.number }.invalidate() }
                withExtendedLifetime(tokens) {}
            }
        },
        Probe(name: "property-add-remove") {
            let (model, sum) = (Model(), Sum())
            let observations = (0..<10).map { _ in model.observe(\.number, options: []) { _, _ in sum.value &+= 1 } }
            return { times in
                for _ in 0..<times { model.observe(\.number, options: []) { _, _ in sum.value &+= 1 }.invalidate() }
                withExtendedLifetime(observations) {}
            }
        },
    ]

    private struct Ping: HubMessage {
        let number: Int
    }
}
