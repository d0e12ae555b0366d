import Heed
import Testing

@Suite("The sources of a receptionist")
struct SourceTests {
    private struct Rang: HubMessage { let times: Int }
    private final class Visitor {}

    private let context = ManualContext()
    private let number = SharedNumber()

    @Test("A source delivers a type of message, from all senders or from one")
    func messages() {
        let hub = NotificationHub()
        let anna = Visitor()
        let all = Recorder<Int>()
        let annas = Recorder<Int>()
        let receptionists = [
            Receptionist(for: .messages(Rang.self, in: hub), on: context) { all.record($0.times) },
            Receptionist(for: .messages(Rang.self, in: hub, from: anna)) { annas.record($0.times) },
        ]
        hub.post(Rang(times: 1), from: anna)
        hub.post(Rang(times: 2))
        #expect(all.count == 0)
        context.runAll()
        #expect(all.elements == [1, 2])
        #expect(annas.elements == [1])
        withExtendedLifetime(receptionists) {}
    }

    @Test("Filtering, mapping and removing duplicates happen before the hop")
    func operators() {
        let source = ObservationSource.changes(of: number, \.value, options: [.initial, .new])
            .map { $0.newValue! }
            .filter { $0 >= 0 }
            .removeDuplicates()
            .compactMap { $0.isMultiple(of: 2) ? "\($0)" : nil }
        let first = Recorder<String>()
        let second = Recorder<String>()
        let receptionists = [
            Receptionist(for: source, on: context) { first.record($0) },
            Receptionist(for: source, on: .immediate) { second.record($0) },
        ]
        context.runAll()
        let hops = context.acceptedCount
        for value in [0, 0, -1, 0, 3] { number.value = value }
        #expect(context.acceptedCount == hops, "nothing was left to hop for")
        for value in [2, 2, -1, 2, 4, 3, 4] { number.value = value }
        context.runAll()
        #expect(first.elements == ["0", "2", "4", "4"])
        #expect(second.elements == first.elements)
        withExtendedLifetime(receptionists) {}
    }

    @Test("Duplicates are compared with the given closure")
    func sameness() {
        let subject = Subject<Int>()
        let values = Recorder<Int>()
        let receptionist = Receptionist(for: .values(of: subject).removeDuplicates { $0 / 10 == $1 / 10 }) { values.record($0) }
        for value in [1, 2, 11, 12, 3] { subject.notify(value) }
        #expect(values.elements == [1, 11, 3])
        withExtendedLifetime(receptionist) {}
    }

    @Test("Equal values from several threads pass once")
    func duplicatesOnThreads() {
        let subject = Subject<Int>()
        let values = Recorder<Int>()
        let receptionist = Receptionist(for: .values(of: subject).removeDuplicates()) { values.record($0) }
        #expect(OtherThread.concurrently(4) { _ in for _ in 0..<250 { subject.notify(7) } })
        #expect(values.elements == [7])
        withExtendedLifetime(receptionist) {}
    }

    @Test("Two values are compared without a lock")
    func comparingWithoutLock() {
        let subject = Subject<Int>()
        let values = Recorder<Int>()
        let source = ObservationSource.values(of: subject).removeDuplicates { old, new in
            if new == 2 { #expect(OtherThread { subject.notify(3) }.join()) }
            return old == new
        }
        let receptionist = Receptionist(for: source) { values.record($0) }
        subject.notify(1)
        subject.notify(2)
        #expect(Set(values.elements) == [1, 2, 3])
        withExtendedLifetime(receptionist) {}
    }

    @Test("A source keeps its object alive; a receptionist created from it does not")
    func lifetime() {
        var number: SharedNumber? = SharedNumber()
        weak let observed = number
        var source: ObservationSource<Int>? = ObservationSource.changes(of: number!, \.value).map { $0.newValue! }.filter { _ in true }
        number = nil
        #expect(observed != nil)
        let receptionist = Receptionist(for: source!) { _ in }
        source = nil
        #expect(observed == nil)
        withExtendedLifetime(receptionist) {}
    }

    @Test(
        "Folded changes form a chain for every choice of options: each old value is the last delivered new one",
        arguments: (0..<16).map { KeyValueObservingOptions(rawValue: $0) }
    )
    func folding(options: KeyValueObservingOptions) {
        let clock = ManualClock()
        for policy in [DeliveryPolicy.latest, .debounced(for: .seconds(1), clock: clock), .throttled(for: .seconds(1), clock: clock)] {
            let number = SharedNumber()
            let given = Recorder<[Int?]>()
            let receptionist = Receptionist(for: .changes(of: number, \.value, options: options), on: context, delivering: policy) {
                change in
                #expect(!change.isPrior)
                #expect(change.kind == .setting)
                given.record([change.oldValue, change.newValue])
            }
            func settle() {
                clock.advance(by: 2)
                context.runAll()
                clock.advance(by: 2)
                context.runAll()
            }
            settle()
            let initial = given.removeAll()
            #expect(initial == (options.contains(.initial) ? [[nil, options.contains(.new) ? 0 : nil]] : []))
            var last = 0
            for values in [[1, 2, 3], [4], [5, 6]] {
                for value in values { number.value = value }
                settle()
                for change in given.removeAll() {
                    if options.contains(.new), options.contains(.old) {
                        #expect(change[0] == last)
                        last = change[1]!
                    }
                    #expect((change[0] != nil) == options.contains(.old))
                    #expect((change[1] != nil) == options.contains(.new))
                }
            }
            if options.contains([.old, .new]) { #expect(last == 6) }
            #expect(given.count == 0)
            receptionist.invalidate()
        }
    }

    @Test("Folded changes of a collection that is changed in place carry whole values")
    func foldedCollections() {
        let shelf = SharedList()
        let given = Recorder<[[Int]]>()
        let receptionist = Receptionist(for: .changes(of: shelf, \.numbers, options: [.old, .new]), on: context, delivering: .latest) {
            change in
            #expect(change.kind == .setting)
            #expect(change.indexes.isEmpty)
            given.record([change.oldValue!, change.newValue!])
        }
        shelf.numbers.append(1)
        context.runAll()
        for number in 2...4 { shelf.numbers.append(number) }
        shelf.numbers.removeFirst()
        context.runAll()
        #expect(given.elements == [[[], [1]], [[1], [2, 3, 4]]])
        withExtendedLifetime(receptionist) {}
    }
}

@KeyValueObservable
private final class SharedList: Sendable {
    var numbers: [Int] = []
}
