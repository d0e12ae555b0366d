import Heed

// The same ways as elsewhere, while a recording runs. The recording is started by counting, and stays on: each probe has a process.
extension Probe {
    static let inspecting = [1, 10, 100].map(recorded) + [recordedProperty]

    private static func recorded(_ count: Int) -> Probe {
        Probe(name: "recorded-notify-\(count)") {
            let (subject, sum) = (Subject<Int>(), Sum())
            let tokens = (0..<count).map { _ in subject.attach { sum.value &+= $0 } }
            return { times in
                _ = Recording.start(where: nil)
                for number in 0..<times { subject.notify(number) }
                withExtendedLifetime(tokens) {}
            }
        }
    }

    private static let recordedProperty = Probe(name: "recorded-set-1") {
        let (model, sum) = (Model(), Sum())
        let token = model.observe(\.number) { sum.value &+= $0 }
        return { times in
            _ = Recording.start(where: nil)
            for number in 0..<times { model.number = number }
            withExtendedLifetime(token) {}
        }
    }
}
