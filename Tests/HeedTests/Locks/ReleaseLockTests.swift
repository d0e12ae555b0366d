import Heed
import Testing

@Suite("Key paths and releases run no code of the program under a lock")
struct ReleaseLockTests {
    @Test("Arguments of a key path can use the object from their hash, == and deinit")
    func keyPathArguments() async {
        await #expect(processExitsWith: .success) {
            let rack = ProgramCode.makeRack()
            let called = Recorder<Int>()
            let tokens = [1, 3, 5].map { number in rack.observe(\.[Item(number)]) { called.record($0) } }
            rack.willChangeValue(for: \.[Item(3)])
            rack.didChangeValue(for: \.[Item(3)])
            rack.willChangeValue(for: \.[Item(7)])
            rack.didChangeValue(for: \.[Item(7)])
            #expect(called.elements == [3])
            #expect(ProgramCode.calls.value > 0)
            withExtendedLifetime(tokens) {}
        }
    }

    @Test("Threads that register equal key paths share one list of observers")
    func concurrentKeyPaths() async {
        await #expect(processExitsWith: .success) {
            let rack = Rack()
            let called = Box(0)
            let tokens = Recorder<ObservationToken>()
            let areDone = OtherThread.concurrently(4) { _ in
                for number in 0..<20 {
                    tokens.record(rack.observe(\.[Item(number)]) { _ in called.increment() })
                }
            }
            #expect(areDone)
            for number in 0..<20 {
                rack.willChangeValue(for: \.[Item(number)])
                rack.didChangeValue(for: \.[Item(number)])
            }
            #expect(called.value == 80)
            withExtendedLifetime(tokens) {}
        }
    }

    @Test("A getter that ends a change and announces the next can release values that use the object")
    func announcedChanges() async {
        await #expect(processExitsWith: .success) {
            let rack = Rack()
            let token = rack.observe(\.latest) { _ in }
            // The first read finds the property, the second is of the old value.
            rack.readsUntilFlip.exchange(2)
            rack.willChangeValue(for: \.latest)
            rack.didChangeValue(for: \.latest)
            #expect(ProgramCode.calls.value > 0)
            withExtendedLifetime(token) {}
        }
    }

    @Test("A recording releases key paths whose arguments use the object")
    func recordedKeyPaths() async {
        await #expect(processExitsWith: .success) {
            #expect(Recording.start(where: nil))
            let rack = ProgramCode.makeRack()
            // The object keeps its observed paths, so it must be gone.
            Rack().observe(\.[Item(1)]) { _ in }.invalidate()
            let releasedCount = ProgramCode.releasedCount.value
            // A recording keeps the last 4096 observers that ended.
            for _ in 0...4100 { rack.observe(\.base) { _ in }.invalidate() }
            #expect(ProgramCode.releasedCount.value > releasedCount)
        }
    }

    @Test("A handler that invalidates its own token when it is released is released once")
    func handlers() async {
        await #expect(processExitsWith: .success) {
            let rack = Rack()
            let token = Box<ObservationToken?>(nil)
            ProgramCode.set {
                token.value?.invalidate()
                rack.observe(\.number) { _ in }.invalidate()
            }
            for path: KeyPath<Rack, Int> & Sendable in [\Rack.number, \Rack.[Item(1)], \Rack.items.count] {
                token.exchange(ReleaseLockTests.observe(rack, path, capturing: Item(1)))
                let releasedCount = ProgramCode.releasedCount.value
                token.value?.invalidate()
                #expect(ProgramCode.releasedCount.value > releasedCount)
            }
        }
    }

    static func observe(_ rack: Rack, _ path: KeyPath<Rack, Int> & Sendable, capturing item: Item) -> ObservationToken {
        rack.observe(path) { _ in withExtendedLifetime(item) {} }
    }

    @Test("Values that a receptionist or a sequence drops can send others from their deinit")
    func droppedValues() async {
        await #expect(processExitsWith: .success) {
            let (subject, context, clock) = (Subject<Item>(), ManualContext(), ManualClock())
            ProgramCode.set { if ProgramCode.calls.value < 100 { subject.notify(Item(0)) } }
            let policies: [DeliveryPolicy] = [
                .latest, .buffered(1), .buffered(1, .dropNewest), .debounced(for: .seconds(1), clock: clock),
                .throttled(for: .seconds(1), clock: clock),
            ]
            let source = ObservationSource<Item>.values(of: subject)
            for policy in policies {
                let receptionist = Receptionist(for: source, on: context, delivering: policy) { _ in }
                let distinct = Receptionist(for: source.removeDuplicates(), on: context, delivering: policy) { _ in }
                let batches = Receptionist(for: source.batches(upTo: 2), on: context) { _ in }
                let sequence = subject.values(buffering: policy)
                for number in 1...5 { subject.notify(Item(number)) }
                context.runAll()
                for number in 1...5 { subject.notify(Item(number)) }
                receptionist.invalidate()
                distinct.invalidate()
                batches.invalidate()
                withExtendedLifetime(sequence) {}
            }
            #expect(ProgramCode.calls.value > 0)
            ProgramCode.set {}
        }
    }

    @Test("Messages that a queue releases can use it from their deinit, and their keys from == and hash")
    func queuedMessages() async {
        await #expect(processExitsWith: .success) {
            let context = ManualContext()
            let queue = NotificationQueue(hub: NotificationHub(), on: context)
            ProgramCode.set {
                if ProgramCode.calls.value < 100 {
                    queue.enqueue(ItemMessage(item: Item(0)), posting: .whenIdle, coalescing: .byType)
                }
            }
            for number in 1...5 {
                queue.enqueue(ItemMessage(item: Item(number)), posting: .asSoonAsPossible, coalescing: .byKey(Item(number % 2)))
            }
            context.runAll()
            for _ in 1...5 { queue.enqueue(ItemMessage(item: Item(1)), posting: .asSoonAsPossible, coalescing: .none) }
            queue.remove(ItemMessage.self)
            queue.removeAll()
            #expect(ProgramCode.calls.value > 0)
            ProgramCode.set {}
        }
    }
}

/// A message that holds an item.
private struct ItemMessage: HubMessage {
    let item: Item
}
