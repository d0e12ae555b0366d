import Heed
import Testing

@Suite("Handlers in each kind of isolation", .timeLimit(.minutes(10)))
struct IsolationTests {
    private struct Rang: HubMessage { let times: Int }

    /// An actor that records what it receives.
    private actor Desk {
        private(set) var values: [Int] = []
        private var isBusy = false

        func take(_ value: Int) {
            values.append(value)
        }

        /// Suspends midway: a call made meanwhile would find it busy.
        func takeSlowly(_ value: Int, _ isDone: @Sendable () -> Void) async {
            #expect(!isBusy, "called again before it was done")
            isBusy = true
            await withCheckedContinuation { continuation in Task { continuation.resume() } }
            isBusy = false
            values.append(value)
            isDone()
        }
    }

    private let number = SharedNumber()

    @Test("An actor's handler is isolated to it, and receives every change in order")
    func actor() async {
        let desk = Desk()
        let done = AsyncGate()
        let receptionist = Receptionist(for: .changes(of: number, \.value), on: .actor(desk)) { desk, change in
            desk.take(change.newValue!)
            if change.newValue == 1_000 { done.open() }
        }
        for value in 1...1_000 { number.value = value }
        await done.wait()
        #expect(await desk.values == Array(1...1_000))
        withExtendedLifetime(receptionist) {}
    }

    @Test("An actor's async handler is awaited before the next call")
    func actorAsync() async {
        let desk = Desk()
        let done = AsyncGate()
        let receptionist = Receptionist(for: .changes(of: number, \.value), on: .actor(desk)) { desk, change in
            await desk.takeSlowly(change.newValue!) { if change.newValue == 100 { done.open() } }
        }
        for value in 1...100 { number.value = value }
        await done.wait()
        #expect(await desk.values == Array(1...100))
        withExtendedLifetime(receptionist) {}
    }

    @Test("An actor is not kept alive, and is not called after it is deallocated")
    func actorDies() async {
        var desk: Desk? = Desk()
        weak let held = desk
        let calls = Box(0)
        let hub = NotificationHub()
        let subject = Subject<Int>()
        let receptionist = Receptionist(for: .changes(of: number, \.value), on: .actor(desk!)) { _, _ in calls.increment() }
        let tokens = [
            hub.observe(Rang.self, on: .actor(desk!)) { _, _ in calls.increment() },
            subject.attach(on: .actor(desk!)) { _, _ in calls.increment() },
        ]
        desk = nil
        #expect(held == nil)
        number.value = 1
        hub.post(Rang(times: 1))
        subject.notify(1)
        // A call for a living actor, requested after the others.
        let (other, done) = (Desk(), AsyncGate())
        let last = subject.attach(on: .actor(other)) { _, _ in done.open() }
        subject.notify(2)
        await done.wait()
        #expect(calls.value == 0)
        withExtendedLifetime((receptionist, tokens, last)) {}
    }

    @Test("An actor receives batches, and the latest value")
    func actorPolicies() async {
        let desk = Desk()
        let done = AsyncGate()
        let sizes = Recorder<Int>()
        let batches = Receptionist(
            for: ObservationSource.changes(of: number, \.value).batches(upTo: 50), on: .actor(desk)
        ) {
            desk, changes in
            sizes.record(changes.count)
            for change in changes { desk.take(change.newValue!) }
            if changes.last?.newValue == 200 { done.open() }
        }
        for value in 1...200 { number.value = value }
        await done.wait()
        #expect(sizes.elements == [50, 50, 50, 50])
        #expect(await desk.values == Array(1...200))

        let last = AsyncGate()
        let latest = Receptionist(for: .changes(of: number, \.value), on: .actor(desk), delivering: .latest) { desk, change in
            if change.newValue == 0 { last.open() }
        }
        for value in (0..<200).reversed() { number.value = value }
        await last.wait()
        withExtendedLifetime((batches, latest)) {}
    }

    @Test("Async handlers without isolation are also awaited, for every source")
    func concurrent() async {
        let hub = NotificationHub()
        let subject = Subject<Int>()
        let desks = [Desk(), Desk(), Desk()]
        let gates = [AsyncGate(), AsyncGate(), AsyncGate()]
        let receptionist = Receptionist(for: .changes(of: number, \.value), on: .concurrent) { change in
            await desks[0].takeSlowly(change.newValue!) { if change.newValue == 50 { gates[0].open() } }
        }
        let tokens = [
            hub.observe(Rang.self, on: .concurrent) { message in
                await desks[1].takeSlowly(message.times) { if message.times == 50 { gates[1].open() } }
            },
            subject.attach(on: .concurrent) { value in
                await desks[2].takeSlowly(value) { if value == 50 { gates[2].open() } }
            },
        ]
        for value in 1...50 {
            number.value = value
            hub.post(Rang(times: value))
            subject.notify(value)
        }
        for (desk, gate) in zip(desks, gates) {
            await gate.wait()
            #expect(await desk.values == Array(1...50))
        }
        withExtendedLifetime((receptionist, tokens)) {}
    }

    @Test("A hub and a subject call an actor's handler isolated to it")
    func hubAndSubject() async {
        let hub = NotificationHub()
        let subject = Subject<Int>()
        let desk = Desk()
        let gates = [AsyncGate(), AsyncGate()]
        let tokens = [
            hub.observe(Rang.self, on: .actor(desk)) { desk, message in
                desk.take(message.times)
                gates[0].open()
            },
            subject.attach(on: .actor(desk)) { desk, value in
                desk.take(value)
                gates[1].open()
            },
        ]
        hub.post(Rang(times: 1))
        await gates[0].wait()
        subject.notify(2)
        await gates[1].wait()
        #expect(await desk.values == [1, 2])
        withExtendedLifetime(tokens) {}
    }

    @Test("On the main actor, async handlers access its state and are awaited; batches arrive as arrays")
    @MainActor func mainActor() async {
        let hub = NotificationHub()
        let subject = Subject<Int>()
        var isBusy = false
        var changes: [Int] = []
        var messages: [Int] = []
        var batches: [[Int]] = []
        let gates = [AsyncGate(), AsyncGate(), AsyncGate(), AsyncGate()]
        func pause() async { await withCheckedContinuation { continuation in Task { continuation.resume() } } }
        let receptionists = [
            Receptionist(for: .changes(of: number, \.value), on: .mainActor) { change in
                #expect(!isBusy)
                isBusy = true
                await pause()
                isBusy = false
                changes.append(change.newValue!)
                if change.newValue == 20 { gates[0].open() }
            },
            Receptionist(for: ObservationSource.changes(of: number, \.value).batches(upTo: 10, every: .seconds(60)), on: .mainActor) {
                changes in
                batches.append(changes.map { $0.newValue! })
                if batches.count == 2 { gates[1].open() }
            },
            Receptionist(for: ObservationSource.values(of: subject).batches(upTo: 20, every: .seconds(60)), on: .mainActor) { values in
                await pause()
                #expect(values == Array(1...20))
                gates[3].open()
            },
        ]
        let token = hub.observe(Rang.self, on: .mainActor) { message in
            await pause()
            messages.append(message.times)
            if message.times == 20 { gates[2].open() }
        }
        for value in 1...20 {
            number.value = value
            hub.post(Rang(times: value))
            subject.notify(value)
        }
        for gate in gates { await gate.wait() }
        #expect(changes == Array(1...20))
        #expect(messages == Array(1...20))
        #expect(batches == [Array(1...10), Array(11...20)])
        withExtendedLifetime((receptionists, token)) {}
    }

    @Test("On the main actor, flushHere delivers waiting values when the program is about to end")
    @MainActor func flushHere() {
        var seen: [Int] = []
        let clock = ManualClock()
        let receptionist = Receptionist(
            for: .changes(of: number, \.value),
            on: .mainActor,
            delivering: .debounced(for: .seconds(1), clock: clock)
        ) { change in seen.append(change.newValue!) }
        number.value = 1
        number.value = 2
        receptionist.flushHere()
        #expect(seen == [2])
    }

    @Test("flushHere calls an actor's handler asynchronously, on its actor")
    func flushHereOnActor() async {
        let desk = Desk()
        let done = AsyncGate()
        let policy = DeliveryPolicy.debounced(for: .seconds(1), clock: ManualClock())
        let receptionist = Receptionist(for: .changes(of: number, \.value), on: .actor(desk), delivering: policy) { desk, change in
            desk.take(change.newValue!)
            done.open()
        }
        number.value = 1
        number.value = 2
        receptionist.flushHere()
        await done.wait()
        #expect(await desk.values == [2])
    }

    @Test("TaskClock adapts clocks other than the continuous one")
    func suspendingClock() async {
        let done = AsyncGate()
        let clock = TaskClock(SuspendingClock())
        let policy = DeliveryPolicy.throttled(for: .milliseconds(1), clock: clock)
        let receptionist = Receptionist(for: .changes(of: number, \.value), on: .concurrent, delivering: policy) { change in
            if change.newValue == 2 { done.open() }
        }
        number.value = 1
        number.value = 2
        await done.wait()
        #expect(clock.now > .zero)
        withExtendedLifetime(receptionist) {}
    }

    @Test("After invalidation during an async handler, no further call is made")
    func invalidatedWhileHandling() async {
        let entered = AsyncGate()
        let leave = AsyncGate()
        let left = AsyncGate()
        let calls = Box(0)
        let receptionist = Receptionist(for: .changes(of: number, \.value), on: .concurrent) { _ in
            calls.increment()
            entered.open()
            await leave.wait()
            left.open()
        }
        for value in 1...10 { number.value = value }
        await entered.wait()
        receptionist.invalidate()
        leave.open()
        await left.wait()
        #expect(calls.value == 1)
    }
}
