import Heed
import Testing

@Suite("Handlers that run on the main actor at once")
@MainActor
struct MainActorAtOnceTests {
    private struct Rang: HubMessage {
        let number: Int
    }

    @Test("What is posted on the main actor is handled before the post returns", .assuming)
    func atOnce() {
        let hub = NotificationHub()
        var seen: [Int] = []
        let tokens = [
            hub.observe(Rang.self, on: .mainActor) { seen.append(-$0.number) },
            hub.observe(Rang.self, on: .mainActorAtOnce) { seen.append($0.number) },
        ]
        hub.post(Rang(number: 1))
        hub.post(Rang(number: 2))
        #expect(seen == [1, 2])
        withExtendedLifetime(tokens) {}
    }

    @Test("What another thread posts is handled on the main actor, later, and what follows from the main actor comes after it", .assuming)
    func elsewhere() async {
        let hub = NotificationHub()
        let seen = Recorder<Int>()
        let token = hub.observe(Rang.self, on: .mainActorAtOnce) {
            MainActor.assertIsolated()
            seen.record($0.number)
        }
        #expect(OtherThread { hub.post(Rang(number: 1)) }.join())
        #expect(seen.elements.isEmpty)
        hub.post(Rang(number: 2))
        #expect(seen.elements.isEmpty)
        #expect(await eventually { seen.count == 2 })
        #expect(seen.elements == [1, 2])
        hub.post(Rang(number: 3))
        #expect(seen.elements == [1, 2, 3])
        withExtendedLifetime(token) {}
    }

    @Test("A handler that posts again is called again after it returns, however often", .assuming)
    func cascade() {
        let hub = NotificationHub()
        var seen: [Int] = []
        var depth = 0
        let token = hub.observe(Rang.self, on: .mainActorAtOnce) { message in
            depth += 1
            #expect(depth == 1)
            if message.number < 100_000 { hub.post(Rang(number: message.number + 1)) }
            if message.number.isMultiple(of: 25_000) { seen.append(message.number) }
            depth -= 1
        }
        hub.post(Rang(number: 1))
        #expect(seen == [25_000, 50_000, 75_000, 100_000])
        withExtendedLifetime(token) {}
    }

    @Test("Subjects and receptionists can use the context, with any policy", .assuming)
    func others() {
        let subject = Subject<Int>()
        let album = Album(title: "t")
        var numbers: [Int] = []
        var titles: [String] = []
        let tokens = [
            subject.attach(on: .mainActorAtOnce) { numbers.append($0) },
            Receptionist(for: .values(of: album, \.title), on: .mainActorAtOnce, delivering: .latest) { titles.append($0) },
        ]
        subject.notify(1)
        album.title = "T"
        #expect(numbers == [1])
        #expect(titles == ["t", "T"])
        withExtendedLifetime(tokens) {}
    }

    @Test("Async handlers run later")
    func asynchronous() async {
        let hub = NotificationHub()
        let seen = Recorder<Int>()
        let token = hub.observe(Rang.self, on: .mainActorAtOnce) { message in
            await Task.yield()
            seen.record(message.number)
        }
        hub.post(Rang(number: 1))
        #expect(seen.elements.isEmpty)
        #expect(await eventually { seen.count == 1 })
        withExtendedLifetime(token) {}
    }

    @Test("Idle jobs wait, also on the main actor")
    func idle() async {
        let hub = NotificationHub()
        let seen = Recorder<Int>()
        let token = hub.observe(Rang.self) { seen.record($0.number) }
        let queue = NotificationQueue(hub: hub, on: .mainActorAtOnce)
        queue.enqueue(Rang(number: 1), posting: .whenIdle, coalescing: .byType)
        queue.enqueue(Rang(number: 2), posting: .whenIdle, coalescing: .byType)
        #expect(seen.elements.isEmpty)
        #expect(await eventually { seen.count == 1 })
        #expect(seen.elements == [2])
        withExtendedLifetime(token) {}
    }

    @Test("A queue of notifications still waits, and coalesces")
    func asSoonAsPossible() async {
        let hub = NotificationHub()
        let seen = Recorder<Int>()
        let token = hub.observe(Rang.self) { seen.record($0.number) }
        let queue = NotificationQueue(hub: hub, on: .mainActorAtOnce)
        for number in 1...3 { queue.enqueue(Rang(number: number), posting: .asSoonAsPossible, coalescing: .byType) }
        #expect(seen.elements.isEmpty)
        #expect(await eventually { seen.elements == [3] })
        withExtendedLifetime(token) {}
    }

    @Test("Threads that send while the handler runs leave the main actor its turns", arguments: [false, true])
    func otherTurns(beginsHere: Bool) async {
        let hub = NotificationHub()
        var count = 0
        var hadTurn = false
        let token = hub.observe(Rang.self, on: .mainActorAtOnce) { message in
            count += 1
            // There is always one more to handle.
            if !hadTurn, count < 1_000 { #expect(OtherThread { hub.post(Rang(number: message.number + 1)) }.join()) }
        }
        if beginsHere { hub.post(Rang(number: 1)) } else { #expect(OtherThread { hub.post(Rang(number: 1)) }.join()) }
        await Task { @MainActor in hadTurn = true }.value
        #expect(count < 1_000)
        withExtendedLifetime(token) {}
    }
}
