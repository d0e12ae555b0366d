import Foundation
import HeedFoundation
import Synchronization
import Testing

@Suite("Bridges between a hub and a notification center")
struct BridgingTests {
    private struct DiskFull: BridgedMessage, Equatable {
        static let notificationName = Notification.Name("DiskFull")
        let bytesFree: Int

        init(bytesFree: Int) {
            self.bytesFree = bytesFree
        }

        init?(userInfo: [AnyHashable: Any]) {
            guard let bytes = userInfo["bytes"] as? Int, userInfo.count == 1 else { return nil }
            bytesFree = bytes
        }

        var userInfo: [AnyHashable: Any] { ["bytes": bytesFree] }
    }

    /// The messages received on both sides.
    private final class Log: Sendable {
        private let lines = Mutex<[String]>([])

        func add(_ line: String) { lines.withLock { $0.append(line) } }
        var all: [String] { lines.withLock { $0 } }
    }

    private final class Disk: Sendable {}

    private let hub = NotificationHub()
    private let center = NotificationCenter()
    private let log = Log()

    private func listen() -> [Any] {
        let token = hub.observe(DiskFull.self) { [log] in log.add("hub \($0.bytesFree)") }
        let observer = center.addObserver(forName: DiskFull.notificationName, object: nil, queue: nil) { [log] notification in
            log.add("center \(notification.userInfo!["bytes"]!)")
        }
        return [token, observer]
    }

    private func postInCenter(_ bytes: Int, object: AnyObject? = nil) {
        center.post(name: DiskFull.notificationName, object: object, userInfo: ["bytes": bytes])
    }

    @Test("Notifications of the name become messages; those that form no message are skipped")
    func fromCenter() {
        let listening = listen()
        let bridge = hub.bridge(DiskFull.self, from: center)
        postInCenter(1)
        center.post(name: Notification.Name("Other"), object: nil, userInfo: ["bytes": 2])
        center.post(name: DiskFull.notificationName, object: nil, userInfo: ["bytes": "many"])
        hub.post(DiskFull(bytesFree: 3))
        #expect(log.all.filter { $0.hasPrefix("hub") } == ["hub 1", "hub 3"])
        bridge.invalidate()
        postInCenter(4)
        #expect(!log.all.contains("hub 4"))
        withExtendedLifetime(listening) {}
    }

    @Test("Messages become notifications of the name")
    func toCenter() {
        let listening = listen()
        let bridge = hub.bridge(DiskFull.self, to: center)
        hub.post(DiskFull(bytesFree: 1))
        #expect(log.all == ["hub 1", "center 1"])
        bridge.invalidate()
        hub.post(DiskFull(bytesFree: 2))
        #expect(log.all == ["hub 1", "center 1", "hub 2"])
        withExtendedLifetime(listening) {}
    }

    @Test("Bridges in both directions don't echo")
    func noEcho() {
        let listening = listen()
        let bridges = [hub.bridge(DiskFull.self, from: center), hub.bridge(DiskFull.self, to: center)]
        hub.post(DiskFull(bytesFree: 1))
        postInCenter(2)
        #expect(log.all.sorted() == ["center 1", "center 2", "hub 1", "hub 2"])
        withExtendedLifetime((listening, bridges)) {}
    }

    @Test("A reply that an observer posts on one side also crosses the bridge")
    func answers() {
        let bridges = [hub.bridge(DiskFull.self, from: center), hub.bridge(DiskFull.self, to: center)]
        let answering = hub.observe(DiskFull.self) { [hub] message in
            if message.bytesFree == 1 { hub.post(DiskFull(bytesFree: 2)) }
        }
        let listening = listen()
        postInCenter(1)
        #expect(log.all.sorted() == ["center 1", "center 2", "hub 1", "hub 2"])
        withExtendedLifetime((listening, bridges, answering)) {}
    }

    @Test("Two hubs reach each other through one center")
    func twoHubs() {
        let other = NotificationHub()
        let bridges = [hub, other].flatMap { [$0.bridge(DiskFull.self, from: center), $0.bridge(DiskFull.self, to: center)] }
        let listening = listen()
        let token = other.observe(DiskFull.self) { [log] in log.add("other \($0.bytesFree)") }
        hub.post(DiskFull(bytesFree: 1))
        other.post(DiskFull(bytesFree: 2))
        #expect(log.all.sorted() == ["center 1", "center 2", "hub 1", "hub 2", "other 1", "other 2"])
        withExtendedLifetime((listening, bridges, token)) {}
    }

    @Test("The sender is the notification's object, in both directions, and can be selected")
    func senders() {
        let mine = Disk()
        let others = Disk()
        let heard = hub.observe(DiskFull.self, from: mine) { [log] in log.add("hub \($0.bytesFree)") }
        let fromCenter = hub.bridge(DiskFull.self, from: center)
        postInCenter(1, object: others)
        postInCenter(2, object: mine)
        #expect(log.all == ["hub 2"])
        fromCenter.invalidate()

        let bridge = hub.bridge(DiskFull.self, to: center, from: mine)
        let identity = ObjectIdentifier(mine)
        let observer = center.addObserver(forName: DiskFull.notificationName, object: nil, queue: nil) { [log] notification in
            let object = notification.object.map { ObjectIdentifier($0 as AnyObject) }
            log.add("center \(object == identity)")
        }
        hub.post(DiskFull(bytesFree: 3), from: others)
        hub.post(DiskFull(bytesFree: 4), from: mine)
        #expect(log.all == ["hub 2", "hub 4", "center true"])
        withExtendedLifetime((heard, bridge, observer)) {}
    }

    @Test("A bridge doesn't keep its hub alive, and is harmless after the hub is deallocated")
    func hubDies() {
        var hub: NotificationHub? = NotificationHub()
        weak let held = hub
        let bridges = [hub!.bridge(DiskFull.self, from: center), hub!.bridge(DiskFull.self, to: center)]
        hub = nil
        #expect(held == nil)
        postInCenter(1)
        withExtendedLifetime(bridges) {}
    }

    @Test("A bridge doesn't keep the sender alive")
    func senderDies() {
        var sender: Disk? = Disk()
        weak let held = sender
        let bridges = [hub.bridge(DiskFull.self, from: center, object: sender), hub.bridge(DiskFull.self, to: center, from: sender)]
        postInCenter(1, object: sender)
        sender = nil
        #expect(held == nil)
        withExtendedLifetime(bridges) {}
    }

    @Test("A notification that a hub sends has an additional entry in its user info, and still forms a message")
    func mark() {
        let bridge = hub.bridge(DiskFull.self, to: center)
        let other = NotificationHub()
        let back = other.bridge(DiskFull.self, from: center)
        let heard = other.observe(DiskFull.self) { [log] in log.add("other \($0.bytesFree)") }
        let observer = center.addObserver(forName: DiskFull.notificationName, object: nil, queue: nil) { [log] notification in
            log.add("\(notification.userInfo!.count) entries")
        }
        hub.post(DiskFull(bytesFree: 1))
        #expect(log.all.sorted() == ["2 entries", "other 1"])
        withExtendedLifetime((bridge, back, heard, observer)) {}
    }

    @Test("A bridge that ends in the middle of a notification delivers nothing")
    func endedDuringNotification() {
        // Foundation calls observers in no defined order, so either of them may end the bridges.
        for _ in 0..<20 {
            let calls = Atomic(0)
            let bridge = Mutex<ObservationToken?>(nil)
            let order = Mutex<[String]>([])
            let token = hub.observe(DiskFull.self) { _ in order.withLock { $0.append("hub") } }
            let ending = center.addObserver(forName: DiskFull.notificationName, object: nil, queue: nil) { _ in
                calls.add(1, ordering: .relaxed)
                order.withLock { $0.append("ended") }
                bridge.withLock { $0 }?.invalidate()
            }
            let made = hub.bridge(DiskFull.self, from: center)
            bridge.withLock { $0 = made }
            postInCenter(1)
            let heard = order.withLock { $0 }
            #expect(heard == ["ended"] || heard == ["hub", "ended"])
            center.removeObserver(ending)
            withExtendedLifetime(token) {}
        }
    }
}
