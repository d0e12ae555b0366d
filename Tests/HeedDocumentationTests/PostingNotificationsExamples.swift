import Foundation
import HeedFoundation
import Testing

@Suite("The examples of Notifications", .printing)
struct PostingNotificationsExamples {
    struct CoverRequested: HubMessage {
        let album: Int
    }

    struct LibraryChanged: HubMessage {}

    final class Shelf: Sendable {}

    @MainActor
    final class StatusView {
        private(set) var requests = 0
        private var observation: ObservationToken?

        func start(_ hub: NotificationHub) {
            observation = hub.observe(CoverRequested.self, on: .mainActor) { [weak self] _ in
                self?.requests += 1
            }
        }
    }

    struct TrackFinished: BridgedMessage {
        static let notificationName = Notification.Name("TrackFinished")
        let title: String

        init(title: String) {
            self.title = title
        }

        init?(userInfo: [AnyHashable: Any]) {
            guard let title = userInfo["title"] as? String else { return nil }
            self.title = title
        }

        var userInfo: [AnyHashable: Any] { ["title": title] }
    }

    @Test("A message reaches the observers of its type")
    func basic() {
        let hub = NotificationHub()
        let observation = hub.observe(CoverRequested.self) { print("cover of", $0.album) }
        hub.post(CoverRequested(album: 7))  // prints cover of 7
        observation.invalidate()
        #expect(Page.lines == ["cover of 7"])
    }

    @Test("An observer of a sender receives only that sender's messages")
    func sender() {
        let hub = NotificationHub()
        let mine = Shelf()
        let other = Shelf()
        let observation = hub.observe(CoverRequested.self, from: mine) { print($0.album) }
        hub.post(CoverRequested(album: 1), from: mine)  // prints 1
        hub.post(CoverRequested(album: 2), from: other)  // prints nothing
        hub.post(CoverRequested(album: 3))  // prints nothing
        #expect(Page.lines == ["1"])
        observation.invalidate()
    }

    @Test("On the main actor, a handler accesses its view's state")
    @MainActor
    func mainActor() async {
        let hub = NotificationHub()
        let view = StatusView()
        view.start(hub)
        let arrived = AsyncStream.makeStream(of: Void.self)
        let last = hub.observe(CoverRequested.self, on: .mainActor) { _ in arrived.continuation.finish() }
        hub.post(CoverRequested(album: 1))
        for await _ in arrived.stream {}
        #expect(view.requests == 1)
        last.invalidate()
    }

    @Test("Messages arrive as an asynchronous sequence")
    func sequence() async {
        let hub = NotificationHub()
        let requests = hub.messages(CoverRequested.self)
        hub.post(CoverRequested(album: 7))  // not missed
        for await request in requests {
            print("fetch", request.album)
            break
        }
        #expect(Page.lines == ["fetch 7"])
    }

    @Test("A queue posts one message for many")
    @MainActor
    func queue() {
        let hub = NotificationHub()
        let observation = hub.observe(LibraryChanged.self) { _ in print("changed") }
        let queue = NotificationQueue(hub: hub, on: .mainActor)
        for _ in 1...100 {
            queue.enqueue(LibraryChanged(), posting: .whenIdle, coalescing: .byType)
        }
        print(queue.waitingCount, "waits,", queue.coalescedCount, "replaced")  // prints 1 waits, 99 replaced
        queue.flush()  // posts all waiting messages now
        #expect(Page.lines == ["1 waits, 99 replaced", "changed"])
        observation.invalidate()
    }

    @Test("Bridges connect to and from Foundation's center")
    func bridge() {
        let hub = NotificationHub()
        let center = NotificationCenter()
        let incoming = hub.bridge(TrackFinished.self, from: center)
        let outgoing = hub.bridge(TrackFinished.self, to: center)
        let observation = hub.observe(TrackFinished.self) { print($0.title) }
        center.post(name: TrackFinished.notificationName, object: nil, userInfo: ["title": "So What"])  // prints So What
        #expect(Page.lines == ["So What"])
        for token in [incoming, outgoing, observation] { token.invalidate() }
    }
}
