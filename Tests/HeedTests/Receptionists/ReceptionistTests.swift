import Heed
import Testing

@Suite("Receptionist")
struct ReceptionistTests {
    private let context = ManualContext()
    private let number = SharedNumber()

    @Test("With .every, N changes arrive N times, in order, each with its own values")
    func every() {
        let changes = Recorder<[Int]>()
        let receptionist = Receptionist(for: .changes(of: number, \.value, options: [.old, .new]), on: context) {
            changes.record([$0.oldValue!, $0.newValue!])
        }
        for value in 1...100 { number.value = value }
        #expect(changes.count == 0)
        context.runAll()
        #expect(changes.elements == (1...100).map { [$0 - 1, $0] })
        #expect(receptionist.droppedCount == 0)
    }

    @Test("An immediate handler handles every change before the setter returns, and none is dropped")
    func immediate() {
        let values = Recorder<Int>()
        let receptionist = Receptionist(for: .changes(of: number, \.value)) { values.record($0.newValue!) }
        for value in 1...100 {
            number.value = value
            #expect(values.count == value)
        }
        #expect(values.elements == Array(1...100))
        #expect(receptionist.droppedCount == 0)
    }

    @Test("At most one hop is in flight, and changes that arrive meanwhile go with the next")
    func oneHop() {
        let values = Recorder<Int>()
        let receptionist = Receptionist(for: .changes(of: number, \.value), on: context) { [number, context] change in
            values.record(change.newValue!)
            #expect(context.waitingCount == 0)
            if change.newValue! < 3 { number.value = change.newValue! + 1 }
            #expect(context.waitingCount == 0)
        }
        number.value = 1
        number.value = 1
        #expect(context.waitingCount == 1)
        context.runNext()
        #expect(values.elements == [1, 1])
        #expect(context.waitingCount == 1)
        context.runAll()
        #expect(values.elements == [1, 1, 2, 2, 3, 3])
        #expect(context.acceptedCount == 3)
        withExtendedLifetime(receptionist) {}
    }

    @Test("With .latest, the last change arrives, its old value is the last delivered one, and dropped changes are counted")
    func latest() {
        let changes = Recorder<[Int]>()
        let receptionist = Receptionist(
            for: .changes(of: number, \.value, options: [.initial, .old, .new]), on: context, delivering: .latest
        ) {
            changes.record([$0.oldValue ?? -1, $0.newValue!])
        }
        context.runAll()
        for value in 1...10 { number.value = value }
        context.runAll()
        for value in 11...13 { number.value = value }
        context.runAll()
        number.value = 14
        context.runAll()
        #expect(changes.elements == [[-1, 0], [0, 10], [10, 13], [13, 14]])
        #expect(receptionist.droppedCount == 9 + 2)
        #expect(context.acceptedCount == 4)
    }

    @Test("With a policy that may drop, changes of elements arrive as settings, with whole values")
    func wholeValues() {
        for policy in [DeliveryPolicy.latest, .buffered(2), .buffered(2, .dropNewest), .throttled(for: .seconds(1), clock: ManualClock())] {
            let shelf = SharedShelf()
            let last = Recorder<[Int]>()
            let source = ObservationSource.changes(of: shelf, \.numbers, options: [.old, .new])
            let receptionist = Receptionist(for: source, on: context, delivering: policy) { change in
                #expect(change.kind == .setting && change.indexes.isEmpty)
                last.record(change.newValue ?? [])
            }
            for number in 1...5 { shelf.mutableValue(for: \.numbers).append(number) }
            context.runAll()
            #expect([[1], [1, 2], [1, 2, 3, 4, 5]].contains(last.elements.last))
            shelf.numbers.removeFirst()
            context.runAll()
            receptionist.flush()
            context.runAll()
            #expect(last.elements.last == [2, 3, 4, 5])
        }
    }

    @Test("With .latest from four threads, the last value arrives last")
    func latestFromThreads() {
        for _ in 0..<20 {
            let values = Recorder<Int>()
            let receptionist = Receptionist(for: .changes(of: number, \.value), on: context, delivering: .latest) {
                values.record($0.newValue!)
            }
            let isDone = Box(0)
            let areDone = OtherThread.concurrently(3) { [number, context] thread in
                if thread == 2 {
                    while isDone.value < 2 { context.runNext() }
                } else {
                    for value in 1...100 { number.value = value }
                    isDone.increment()
                }
            }
            #expect(areDone)
            context.runAll()
            number.value = 1_000
            context.runAll()
            #expect(values.elements.last == 1_000)
            #expect(values.count + receptionist.droppedCount == 201)
        }
    }

    @Test("The initial change also arrives in the context, first")
    func initial() {
        let values = Recorder<Int>()
        let receptionist = Receptionist(for: .changes(of: number, \.value, options: [.initial, .new]), on: context) {
            values.record($0.newValue!)
        }
        number.value = 5
        #expect(values.count == 0)
        context.runAll()
        #expect(values.elements == [0, 5])
        withExtendedLifetime(receptionist) {}
    }

    @Test("Changes that wait when the object is deallocated still arrive")
    func objectDies() {
        let values = Recorder<Int>()
        var number: SharedNumber? = SharedNumber()
        weak let observed = number
        let receptionist = Receptionist(for: .changes(of: number!, \.value), on: context) { values.record($0.newValue!) }
        number!.value = 1
        number!.value = 2
        number = nil
        #expect(observed == nil)
        context.runAll()
        #expect(values.elements == [1, 2])
        withExtendedLifetime(receptionist) {}
    }

    @Test("Changes that wait when the receptionist is invalidated or released do not arrive", arguments: [true, false])
    func invalidated(byHand: Bool) {
        let values = Recorder<Int>()
        var receptionist: Receptionist? = Receptionist(for: .changes(of: number, \.value), on: context) { values.record($0.newValue!) }
        number.value = 1
        context.runAll()
        number.value = 2
        if byHand { receptionist!.invalidate() } else { receptionist = nil }
        number.value = 3
        context.runAll()
        #expect(values.elements == [1])
        withExtendedLifetime(receptionist) {}
    }

    @Test("After its own handler invalidates it, a receptionist delivers nothing more from the same hop")
    func invalidatedWhileHandling() {
        let values = Recorder<Int>()
        let own = Box<Receptionist?>(nil)
        own.exchange(
            Receptionist(for: .changes(of: number, \.value), on: context) { change in
                values.record(change.newValue!)
                if change.newValue! == 2 { own.value?.invalidate() }
            }
        )
        for value in 1...5 { number.value = value }
        context.runAll()
        #expect(values.elements == [1, 2])
        own.exchange(nil)
    }

    @Test("invalidate releases the handler's captures, even in the middle of a hop")
    func captures() {
        var witness: Witness? = Witness()
        weak let captured = witness
        let receptionist = Receptionist(for: .changes(of: number, \.value), on: context) { [witness] _ in withExtendedLifetime(witness) {} }
        witness = nil
        number.value = 1
        receptionist.invalidate()
        #expect(captured == nil)
        context.runAll()
        withExtendedLifetime(receptionist) {}
    }

    @Test("A receptionist also observes deep and computed paths")
    func paths() {
        let holder = SharedHolder(number)
        let values = Recorder<Int?>()
        let receptionist = Receptionist(for: .changes(of: holder, \.number?.doubled), on: context) { values.record($0.newValue!) }
        number.value = 4
        holder.number = nil
        number.value = 5
        context.runAll()
        #expect(values.elements == [8, nil])
        withExtendedLifetime(receptionist) {}
    }

    @Test("A handler sees no task-local values of a sender, whose value may be another one's")
    func taskLocalValues() async {
        let subject = Subject<Int>()
        let (first, seen) = (AsyncGate(), AsyncStream.makeStream(of: Int.self))
        let receptionist = Receptionist(for: .values(of: subject), on: .concurrent) { value in
            if value == 1 { await first.wait() }
            seen.continuation.yield(Sender.number)
        }
        Sender.$number.withValue(1) { subject.notify(1) }
        Sender.$number.withValue(2) { subject.notify(2) }
        first.open()
        var numbers = seen.stream.makeAsyncIterator()
        #expect(await [numbers.next(), numbers.next()] == [0, 0])
        withExtendedLifetime(receptionist) {}
    }
}

private enum Sender {
    @TaskLocal static var number = 0
}
