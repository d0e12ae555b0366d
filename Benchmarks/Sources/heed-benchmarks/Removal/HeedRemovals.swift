import Heed

final class HubRemoval: RemovalAmid {
    let name = "Heed NotificationHub"
    let role = Role.heed
    private let hub = NotificationHub()
    private let sum = Sum()
    private let victim = Victim<ObservationToken>()
    private var tokens: [ObservationToken] = []

    init(among count: Int) {
        // SAFETY: only this thread posts.
        nonisolated(unsafe) let victim = victim
        for _ in 0..<count / 2 { tokens.append(observer()) }
        tokens.append(hub.observe(Ping.self) { _ in victim.remove { $0.invalidate() } })
        for _ in 0..<count / 2 { tokens.append(observer()) }
        victim.replace(with: observer())
    }

    func post() -> Double {
        hub.post(Ping(number: 1))
        victim.replace(with: observer())
        return victim.nanoseconds
    }

    private func observer() -> ObservationToken {
        let sum = sum
        return hub.observe(Ping.self) { sum.value &+= $0.number }
    }
}

final class PropertyRemoval: RemovalAmid {
    let name = "Heed @KeyValueObservable"
    let role = Role.heed
    private let model = HeedModel()
    private let sum = Sum()
    private let victim = Victim<ObservationToken>()
    private var observations: [ObservationToken] = []

    init(among count: Int) {
        let victim = victim
        for _ in 0..<count / 2 { observations.append(observer()) }
        observations.append(model.observe(\.number, options: []) { _, _ in victim.remove { $0.invalidate() } })
        for _ in 0..<count / 2 { observations.append(observer()) }
        victim.replace(with: observer())
    }

    func post() -> Double {
        model.number &+= 1
        victim.replace(with: observer())
        return victim.nanoseconds
    }

    private func observer() -> ObservationToken {
        let sum = sum
        return model.observe(\.number, options: [.old, .new]) { _, change in
            sum.value &+= change.newValue! &- change.oldValue!
        }
    }
}
