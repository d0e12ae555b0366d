import Foundation
import HeedFoundation
import Observation
import Testing

@Suite("The examples in the comments of HeedFoundation", .printing, .timeLimit(.minutes(10)))
struct HeedFoundationComments {
    @Test("A system notification becomes a message")
    func bridgedMessage() {
        let hub = NotificationHub()

        struct DefaultsChanged: BridgedMessage {
            static let notificationName = UserDefaults.didChangeNotification
            init() {}
            init?(userInfo: [AnyHashable: Any]) {}
            var userInfo: [AnyHashable: Any] { [:] }
        }
        let bridge = hub.bridge(DefaultsChanged.self, from: .default)
        let observation = hub.observe(DefaultsChanged.self) { _ in print("the defaults have changed") }
        NotificationCenter.default.post(name: UserDefaults.didChangeNotification, object: nil)
        #expect(Page.lines == ["the defaults have changed"])
        withExtendedLifetime((bridge, observation)) {}
    }

    @Observable
    @MainActor
    final class Model {
        var count = 0
    }

    @Test("An @Observable object is observed on the main actor")
    @MainActor
    func observable() async {
        let model = Model()
        let observation = model.observe(\.count, options: [.old, .new], on: .mainActor) { model, change in
            print(change.oldValue ?? 0, "→", change.newValue ?? 0)
        }
        model.count = 1
        #expect(await Page.next() == "0 → 1")
        observation.invalidate()
    }

    @KeyValueObservable
    final class Cover: Sendable {
        var image: String = ""
    }

    final class Archive: Sendable {
        let stored = AsyncStream.makeStream(of: String?.self)

        func store(_ image: String?) { stored.continuation.yield(image) }
    }

    @Test("A receptionist performs a task on an operation queue")
    func receptionist() async {
        let cover = Cover()
        let archive = Archive()
        let receptionist = Receptionist(forKeyPath: \.image, object: cover, queue: OperationQueue()) { change in
            archive.store(change.newValue)
        }
        cover.image = "blue.png"
        var stored = archive.stored.stream.makeAsyncIterator()
        #expect(await stored.next() == "blue.png")
        receptionist.invalidate()
    }
}
