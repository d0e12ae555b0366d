import Heed
import Testing

@Suite("NotificationQueue")
struct NotificationQueueTests {
    private struct Rang: HubMessage { let times: Int }
    private struct Knocked: HubMessage { let times: Int }
    private final class Visitor: Sendable {}

    private let hub = NotificationHub()
    private let context = IdleContext()
    private let told = Recorder<String>()
    private let queue: NotificationQueue
    private let tokens: [ObservationToken]
    private let anna = Visitor()
    private let ben = Visitor()

    init() {
        queue = NotificationQueue(hub: hub, on: context)
        tokens = [
            hub.observe(Rang.self) { [told] in told.record("rang \($0.times)") },
            hub.observe(Knocked.self) { [told] in told.record("knocked \($0.times)") },
        ]
    }

    @Test("Now posts immediately, as soon as possible in the next turn, idle when nothing else waits")
    func styles() {
        queue.enqueue(Rang(times: 1), posting: .whenIdle)
        queue.enqueue(Knocked(times: 2), posting: .asSoonAsPossible)
        queue.enqueue(Rang(times: 3), posting: .now, coalescing: .none)
        #expect(told.removeAll() == ["rang 3"])
        #expect(context.soon.waitingCount == 1)
        #expect(context.idle.waitingCount == 1)
        context.soon.runAll()
        #expect(told.removeAll() == ["knocked 2"])
        context.idle.runAll()
        #expect(told.removeAll() == ["rang 1"])
        #expect(queue.waitingCount == 0)
    }

    @Test("A context that can't tell when it is idle posts idle messages after its waiting jobs")
    func noIdleness() {
        let context = ManualContext()
        let queue = NotificationQueue(hub: hub, on: context)
        queue.enqueue(Rang(times: 1), posting: .whenIdle)
        queue.enqueue(Rang(times: 2), posting: .asSoonAsPossible, coalescing: .none)
        context.runAll()
        #expect(told.elements == ["rang 2", "rang 1"])
    }

    /// Enqueues, in this order: a ring by Anna, a knock by Anna, a ring by Ben, a knock without a sender, and another ring by Anna.
    private func coalesced(_ coalescing: Coalescing) -> [String] {
        queue.enqueue(Rang(times: 1), from: anna, posting: .whenIdle, coalescing: .byKey("bell"))
        queue.enqueue(Knocked(times: 2), from: anna, posting: .whenIdle, coalescing: .byKey("bell"))
        queue.enqueue(Rang(times: 3), from: ben, posting: .whenIdle, coalescing: .byKey("door"))
        queue.enqueue(Knocked(times: 4), posting: .whenIdle, coalescing: .none)
        queue.enqueue(Rang(times: 5), from: anna, posting: .whenIdle, coalescing: coalescing)
        context.idle.runAll()
        return told.removeAll()
    }

    @Test("A message replaces those of its type, its sender, both, or its key, and goes to the end")
    func coalescing() {
        #expect(coalesced(.none) == ["rang 1", "knocked 2", "rang 3", "knocked 4", "rang 5"])
        #expect(queue.coalescedCount == 0)
        #expect(coalesced(.byType) == ["knocked 2", "knocked 4", "rang 5"])
        #expect(queue.coalescedCount == 2)
        #expect(coalesced(.bySender) == ["rang 3", "knocked 4", "rang 5"])
        #expect(coalesced(.byTypeAndSender) == ["knocked 2", "rang 3", "knocked 4", "rang 5"])
        #expect(coalesced(.byKey("bell")) == ["knocked 2", "rang 3", "knocked 4", "rang 5"])
        #expect(coalesced(.byKey("door")) == ["rang 1", "knocked 2", "knocked 4", "rang 5"])
        #expect(coalesced(.byKey(7)) == ["rang 1", "knocked 2", "rang 3", "knocked 4", "rang 5"])
        #expect(queue.coalescedCount == 2 + 2 + 1 + 1 + 1)
    }

    @Test("A message posted now replaces waiting ones of every style")
    func nowReplaces() {
        queue.enqueue(Rang(times: 1), posting: .whenIdle)
        queue.enqueue(Rang(times: 2), posting: .asSoonAsPossible, coalescing: .none)
        queue.enqueue(Rang(times: 3), posting: .now)
        context.runAll()
        #expect(told.elements == ["rang 3"])
        #expect(queue.coalescedCount == 2)
    }

    @Test("Many messages coalesce into one, posted with one hop; the next ones with another")
    func manyBecomeOne() {
        for times in 1...100 { queue.enqueue(Rang(times: times), posting: .whenIdle) }
        #expect(context.idle.waitingCount == 1)
        context.runAll()
        queue.enqueue(Rang(times: 101), posting: .whenIdle)
        context.runAll()
        #expect(told.elements == ["rang 100", "rang 101"])
        #expect(queue.coalescedCount == 99)
        #expect(context.idle.acceptedCount == 2)
    }

    @Test("Messages that a handler enqueues are posted with the next hop, and those it removes or replaces are not")
    func handlers() {
        let token = hub.observe(Knocked.self) { [queue] message in
            if message.times == 1 { queue.remove(Rang.self) }
            if message.times < 3 { queue.enqueue(Knocked(times: message.times + 1), posting: .asSoonAsPossible) }
        }
        queue.enqueue(Knocked(times: 1), posting: .asSoonAsPossible, coalescing: .none)
        queue.enqueue(Rang(times: 1), posting: .asSoonAsPossible)
        context.soon.runNext()
        #expect(told.elements == ["knocked 1"])
        #expect(context.soon.waitingCount == 1)
        context.runAll()
        #expect(told.elements == ["knocked 1", "knocked 2", "knocked 3"])
        withExtendedLifetime(token) {}
    }

    @Test("Messages of a type, of a sender, or all can be removed")
    func removal() {
        func fill() {
            queue.enqueue(Rang(times: 1), from: anna, posting: .whenIdle)
            queue.enqueue(Rang(times: 2), from: ben, posting: .asSoonAsPossible)
            queue.enqueue(Knocked(times: 3), from: anna, posting: .asSoonAsPossible)
        }
        fill()
        queue.remove(Rang.self, from: anna)
        context.runAll()
        #expect(told.removeAll() == ["rang 2", "knocked 3"])
        fill()
        queue.remove(Rang.self)
        context.runAll()
        #expect(told.removeAll() == ["knocked 3"])
        fill()
        queue.removeAll()
        context.runAll()
        #expect(told.count == 0)
        #expect(queue.coalescedCount == 0)
    }

    @Test("flush posts everything on this thread, idle messages last; the hops find nothing")
    func flush() {
        queue.enqueue(Rang(times: 1), posting: .whenIdle)
        queue.enqueue(Knocked(times: 2), posting: .asSoonAsPossible)
        queue.flush()
        #expect(told.elements == ["knocked 2", "rang 1"])
        context.runAll()
        #expect(told.count == 2)
    }

    @Test("Waiting messages are posted even if the queue is released, and their senders live until then")
    func released() {
        var sender: Visitor? = Visitor()
        weak let held = sender
        let heard = Box(0)
        let token = hub.observe(Rang.self, from: sender) { _ in heard.increment() }
        do {
            let queue = NotificationQueue(hub: hub, on: context)
            queue.enqueue(Rang(times: 1), from: sender, posting: .whenIdle)
        }
        sender = nil
        #expect(held != nil)
        context.runAll()
        #expect(held == nil)
        #expect(heard.value == 1)
        withExtendedLifetime(token) {}
    }

    @Test("A queue keeps its hub alive until waiting messages are posted")
    func keepsHub() {
        var hub: NotificationHub? = NotificationHub()
        weak let held = hub
        let token = hub!.observe(Rang.self) { [told] in told.record("rang \($0.times)") }
        var queue: NotificationQueue? = NotificationQueue(hub: hub!, on: context)
        hub = nil
        queue!.enqueue(Rang(times: 1), posting: .whenIdle)
        queue = nil
        #expect(held != nil)
        context.runAll()
        #expect(told.elements == ["rang 1"])
        #expect(held == nil)
        withExtendedLifetime(token) {}
    }

    @Test("250 messages from each of 4 threads are posted or replaced, each thread's last key with its last message")
    func threads() {
        let isDone = Box(0)
        let areDone = OtherThread.concurrently(5) { [queue, context] thread in
            if thread == 4 {
                while isDone.value < 4 { context.runAll() }
            } else {
                for times in 1...250 {
                    queue.enqueue(Knocked(times: thread * 1_000 + times), posting: .asSoonAsPossible, coalescing: .byKey(thread))
                }
                isDone.increment()
            }
        }
        #expect(areDone)
        context.runAll()
        #expect(told.count + queue.coalescedCount == 1_000)
        for thread in 0..<4 { #expect(told.elements.contains("knocked \(thread * 1_000 + 250)")) }
    }

    @Test("A key is compared without a lock")
    func keysWithoutLock() {
        queue.enqueue(Rang(times: 1), posting: .whenIdle, coalescing: .byKey(CuriousKey(queue: queue)))
        queue.enqueue(Rang(times: 2), posting: .whenIdle, coalescing: .byKey(CuriousKey(queue: queue)))
        context.runAll()
        #expect(told.elements == ["rang 2"])
    }
}

/// A key that uses the queue while it is compared.
private struct CuriousKey: Hashable {
    let queue: NotificationQueue

    static func == (left: CuriousKey, right: CuriousKey) -> Bool {
        OtherThread { #expect(left.queue.waitingCount == 1) }.join()
    }

    func hash(into hasher: inout Hasher) {}
}

/// A context that runs waiting jobs and idle jobs when the test says so.
private final class IdleContext: ExecutionContext {
    let soon = ManualContext()
    let idle = ManualContext()

    func execute(_ job: @escaping @Sendable () -> Void) {
        soon.execute(job)
    }

    func executeWhenIdle(_ job: @escaping @Sendable () -> Void) {
        idle.execute(job)
    }

    func runAll() {
        while soon.runNext() || idle.runNext() {}
    }
}
