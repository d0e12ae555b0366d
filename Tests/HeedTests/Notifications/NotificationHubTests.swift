import Heed
import Testing

@Suite("NotificationHub")
struct NotificationHubTests {
    private struct Rang: HubMessage { let times: Int }
    private struct Knocked: HubMessage { let times: Int }
    private final class Visitor {}

    private let hub = NotificationHub()

    @Test("A message reaches the observers of its type, and only them")
    func types() {
        let told = Recorder<String>()
        let tokens = [
            hub.observe(Rang.self) { told.record("rang \($0.times)") },
            hub.observe(Knocked.self) { told.record("knocked \($0.times)") },
        ]
        hub.post(Knocked(times: 2))
        hub.post(Rang(times: 1))
        #expect(told.elements == ["knocked 2", "rang 1"])
        withExtendedLifetime(tokens) {}
    }

    @Test("Hubs are independent of each other")
    func otherHub() {
        let calls = Box(0)
        let token = hub.observe(Rang.self) { _ in calls.increment() }
        NotificationHub.default.post(Rang(times: 1))
        NotificationHub().post(Rang(times: 1))
        #expect(calls.value == 0)
        withExtendedLifetime(token) {}
    }

    @Test("An observer of a sender receives only its messages, and all keep registration order")
    func senders() {
        let told = Recorder<String>()
        let anna = Visitor()
        let ben = Visitor()
        let tokens = [
            hub.observe(Rang.self, from: ben) { told.record("ben \($0.times)") },
            hub.observe(Rang.self) { told.record("all \($0.times)") },
            hub.observe(Rang.self, from: anna) { told.record("anna \($0.times)") },
        ]
        hub.post(Rang(times: 1), from: anna)
        hub.post(Rang(times: 2), from: ben)
        hub.post(Rang(times: 3))
        #expect(told.elements == ["all 1", "anna 1", "ben 2", "all 2", "all 3"])
        withExtendedLifetime(tokens) {}
    }

    @Test("A sender is not kept alive, and no later object is mistaken for it")
    func senderDies() {
        let calls = Box(0)
        var sender: Visitor? = Visitor()
        weak let observed = sender
        let token = hub.observe(Rang.self, from: sender) { _ in calls.increment() }
        hub.post(Rang(times: 1), from: sender!)
        sender = nil
        #expect(observed == nil)
        for _ in 0..<1_000 { hub.post(Rang(times: 2), from: Visitor()) }
        #expect(calls.value == 1)
        withExtendedLifetime(token) {}
    }

    @Test("A handler can post another type of message, and the same one again")
    func postingHandler() {
        let told = Recorder<String>()
        let tokens = [
            hub.observe(Rang.self) { [unowned hub] message in
                told.record("first rang \(message.times)")
                hub.post(Knocked(times: message.times))
                if message.times < 2 { hub.post(Rang(times: message.times + 1)) }
            },
            hub.observe(Rang.self) { told.record("second rang \($0.times)") },
            hub.observe(Knocked.self) { told.record("knocked \($0.times)") },
        ]
        hub.post(Rang(times: 1))
        #expect(
            told.elements == [
                "first rang 1", "knocked 1", "second rang 1", "first rang 2", "knocked 2", "second rang 2",
            ]
        )
        withExtendedLifetime(tokens) {}
    }

    @Test("In a context, messages arrive later, in order; those waiting at invalidation do not")
    func context() {
        let context = ManualContext()
        let times = Recorder<Int>()
        let token = hub.observe(Rang.self, on: context) { times.record($0.times) }
        hub.post(Rang(times: 1))
        hub.post(Rang(times: 2))
        #expect(context.waitingCount == 1)
        context.runAll()
        hub.post(Rang(times: 3))
        token.invalidate()
        context.runAll()
        #expect(times.elements == [1, 2])
    }

    @Test("On the main actor, messages posted anywhere arrive in order, and the handler accesses its state")
    @MainActor func mainActor() async {
        var times: [Int] = []
        await withCheckedContinuation { continuation in
            let token = Box<ObservationToken?>(nil)
            token.exchange(
                hub.observe(Rang.self, on: .mainActor) { message in
                    times.append(message.times)
                    guard message.times == 100 else { return }
                    token.exchange(nil)
                    continuation.resume()
                }
            )
            _ = OtherThread { [hub] in
                for number in 1...100 { hub.post(Rang(times: number)) }
            }
        }
        #expect(times == Array(1...100))
    }
}
