import Heed
import Testing

@Suite("Subject")
struct SubjectTests {
    private let subject = Subject<Int>()

    @Test("Attaching one observer twice calls it once")
    func attachedTwice() {
        let observer = RecordingObserver()
        subject.attach(observer)
        subject.attach(observer)
        #expect(subject.observerCount == 1)
        subject.notify(1)
        #expect(observer.values.elements == [1])
    }

    @Test("A subject without a value notifies, too")
    func withoutValue() {
        let subject = Subject<Void>()
        let calls = Box(0)
        let token = subject.attach { calls.increment() }
        subject.notify()
        subject.notify()
        #expect(calls.value == 2)
        withExtendedLifetime(token) {}
    }

    @Test("An observer that several threads attach concurrently is called once")
    func attachedByThreads() {
        for _ in 0..<50 {
            let subject = Subject<Int>()
            let observer = RecordingObserver()
            #expect(OtherThread.concurrently(4) { _ in subject.attach(observer) })
            subject.notify(1)
            #expect(observer.values.elements == [1])
        }
    }

    @Test("An observer that is detached and attached again is called last")
    func attachedAgain() {
        let told = Recorder<String>()
        let first = RecordingObserver(name: "first", told)
        let second = RecordingObserver(name: "second", told)
        subject.attach(first)
        subject.attach(second)
        subject.detach(first)
        subject.detach(first)
        subject.attach(first)
        subject.notify(1)
        #expect(told.elements == ["second", "first"])
    }

    @Test("Observers are held weakly, and removed once they are deallocated")
    func weakObservers() {
        var observer: RecordingObserver? = RecordingObserver()
        weak let held = observer
        subject.attach(observer!)
        observer = nil
        #expect(held == nil)
        subject.notify(1)
        #expect(subject.observerCount == 0)
    }

    @Test("Deallocated observers don't accumulate in a subject that never notifies", arguments: [1, 100])
    func observersDieWithoutNotification(living: Int) {
        let lasting = RecordingObserver()
        subject.attach(lasting)
        for _ in 0..<10_000 / living {
            let observers = (0..<living).map { _ in RecordingObserver() }
            for observer in observers { subject.attach(observer) }
            withExtendedLifetime(observers) {}
        }
        #expect(subject.observerCount < 500)
        subject.notify(1)
        #expect(subject.observerCount == 1)
        #expect(lasting.values.elements == [1])
    }

    @Test("An observer deallocated in the middle of a notification is skipped")
    func observerDiesDuringNotification() {
        let told = Recorder<String>()
        let mortal = Box<RecordingObserver?>(RecordingObserver(name: "mortal", told))
        let token = subject.attach { _ in mortal.exchange(nil) }
        subject.attach(mortal.value!)
        subject.notify(1)
        #expect(told.count == 0)
        withExtendedLifetime(token) {}
    }

    @Test("Observers and closures share one order")
    func mixedOrder() {
        let told = Recorder<String>()
        let first = RecordingObserver(name: "observer", told)
        let before = subject.attach { _ in told.record("before") }
        subject.attach(first)
        let after = subject.attach { _ in told.record("after") }
        subject.notify(1)
        #expect(told.elements == ["before", "observer", "after"])
        withExtendedLifetime((before, after)) {}
    }

    @Test("Values delivered immediately don't need to be Sendable")
    func anyValue() {
        final class Unshared { var count = 0 }
        let subject = Subject<Unshared>()
        let token = subject.attach { $0.count += 1 }
        let value = Unshared()
        subject.notify(value)
        #expect(value.count == 1)
        withExtendedLifetime(token) {}
    }

    @Test("In a context, every value arrives later, in order, with one hop")
    func context() {
        let context = ManualContext()
        let values = Recorder<Int>()
        let token = subject.attach(on: context) { values.record($0) }
        for value in 0..<5 { subject.notify(value) }
        #expect(values.count == 0)
        #expect(context.waitingCount == 1)
        context.runAll()
        #expect(values.elements == [0, 1, 2, 3, 4])
        subject.notify(5)
        token.invalidate()
        context.runAll()
        #expect(values.count == 5)
    }

    @Test("On the main actor, the handler accesses its state")
    @MainActor func mainActor() async {
        var sum = 0
        await withCheckedContinuation { continuation in
            let token = Box<ObservationToken?>(nil)
            token.exchange(
                subject.attach(on: .mainActor) { value in
                    sum += value
                    guard value == 3 else { return }
                    token.exchange(nil)
                    continuation.resume()
                }
            )
            for value in 1...3 { subject.notify(value) }
            #expect(sum == 0, "never within the call that notifies")
        }
        #expect(sum == 6)
    }
}

private final class RecordingObserver: Observer {
    let values = Recorder<Int>()
    private let name: String
    private let told: Recorder<String>

    init(name: String = "", _ told: Recorder<String> = Recorder()) {
        self.name = name
        self.told = told
    }

    func update(_ value: Int) {
        values.record(value)
        told.record(name)
    }
}
