import Heed
import Observation
import Synchronization
import Testing

@Suite("Observation tracks an object whose class is declared Observable")
struct ObservationTrackingTests {
    @Test("A property that is read is announced before it changes, once, as by Observation")
    func announced() {
        let record = Record()
        let titles = Announcements { _ = record.title }
        let years = Announcements { _ = record.year }
        record.title = "A"
        record.title = "B"
        #expect([titles.count, years.count] == [1, 0])
        record.year = 1957
        #expect([titles.count, years.count] == [1, 1])
    }

    @Test("Tracking again announces the next change")
    func again() {
        let record = Record()
        for number in 1...3 {
            let titles = Announcements { _ = record.title }
            record.title = "\(number)"
            #expect(titles.count == 1)
            #expect(record.title == "\(number)")
        }
    }

    @Test("The announcement comes while the property has its old value")
    func before() {
        let counter = SharedCounter()
        let seen = Mutex<[Int]>([])
        withObservationTracking {
            _ = counter.count
        } onChange: {
            seen.withLock { $0.append(counter.count) }
        }
        counter.count = 1
        #expect(seen.withLock { $0 } == [0])
    }

    @Test("Computed properties and what they read in other objects are announced")
    func computedAndDeep() {
        let record = Record()
        let headings = Announcements { _ = record.heading }
        record.year = 1957
        #expect(headings.count == 1)
        let notes = Announcements { _ = record.sleeve?.note }
        record.sleeve = Sleeve()
        #expect(notes.count == 1)
        let more = Announcements { _ = record.sleeve?.note }
        record.sleeve?.note = "scratched"
        #expect(more.count == 1)
    }

    @Test("Reading by key path counts as reading")
    func keyPath() {
        let record = Record()
        let notes = Announcements { _ = record[keyPath: \.sleeve?.note] }
        record.sleeve = Sleeve()
        #expect(notes.count == 1)
    }

    @Test("Every way of changing a property is announced", arguments: Way.allCases)
    func ways(_ way: Way) {
        let record = Record()
        let observation = way.isObserved ? record.observe(\.tracks) { _ in } : nil
        let (tracks, titles) = (Announcements { _ = record.tracks }, Announcements { _ = record.title })
        switch way {
        case .set, .setObserved: record.tracks = ["A"]
        case .modify, .modifyObserved: record.tracks.append("A")
        case .mutableValue, .mutableValueObserved: record.mutableValue(for: \.tracks).append("A")
        case .keyPath: record[keyPath: \.tracks] = ["A"]
        case .group: withGroupedChanges { record.tracks = ["A"] }
        case .byHand:
            record.willChangeValue(for: \.tracks)
            record.tracks = ["A"]
            record.didChangeValue(for: \.tracks)
        }
        #expect(record.tracks == ["A"])
        #expect(tracks.count == 1)
        #expect(titles.count == 0)
        withExtendedLifetime(observation) {}
    }

    enum Way: CaseIterable {
        case set, setObserved, modify, modifyObserved, mutableValue, mutableValueObserved, keyPath, group, byHand

        var isObserved: Bool { [.setObserved, .modifyObserved, .mutableValueObserved].contains(self) }
    }

    @Test("A property that notifies only manually is announced by hand, and so is a change that no setter sees")
    func byHand() {
        let player = Player()
        let positions = Announcements { _ = player.position }
        player.position = 1
        player.position += 1
        #expect(positions.count == 0)
        player.willChangeValue(for: \.position)
        #expect(positions.count == 1)
        player.didChangeValue(for: \.position)
        let device = Player.Device()
        player.device = device
        let devices = Announcements { _ = player.device.name }
        device.name = "B"
        #expect(devices.count == 0)
        player.willChangeValue(for: \.device)
        player.didChangeValue(for: \.device)
        #expect(devices.count == 1)
    }

    @Test("Declared dependencies count, though a cache hides them")
    func declared() {
        let player = Player()
        #expect(player.cachedDouble == 2)
        let doubles = Announcements { _ = player.cachedDouble }
        player.volume = 0
        #expect(doubles.count == 1)
        #expect(player.cachedDouble == 0)
    }

    @Test("A change in place counts as reading, as for a class that is @Observable")
    func inPlace() {
        let (record, twin) = (Record(), Twin())
        let counts = [Announcements { record.tracks.append("A") }, Announcements { twin.tracks.append("A") }]
        record.tracks.append("B")
        twin.tracks.append("B")
        #expect(counts.map(\.count) == [1, 1])
    }

    @Test("What a getter tracks itself is tracked when Heed reads it first")
    func withinReading() {
        let memo = Memo()
        var seen: [String] = []
        let observation = memo.observe(\.heading) { seen.append($0) }
        memo.title = "A"
        memo.title = "B"
        #expect(seen == ["A!", "B!"])
        withExtendedLifetime(observation) {}
    }

    @Test("An observer that registers when a change by hand is announced receives it")
    func registeredByHand() {
        let player = Player()
        let told = Recorder<Double>()
        let token = Box<ObservationToken?>(nil)
        nonisolated(unsafe) let shown = player
        withObservationTracking {
            _ = player.position
        } onChange: {
            token.exchange(shown.observe(\.position) { told.record($0) })
        }
        player.willChangeValue(for: \.position)
        player.position = 3
        player.didChangeValue(for: \.position)
        #expect(told.elements == [3])
        token.exchange(nil)
    }

    @Test("Changing a collection that notifies only manually announces nothing")
    func manualCollection() {
        let player = Player()
        let queues = Announcements { _ = player.queue }
        player.mutableValue(for: \.queue).append("A")
        #expect(queues.count == 0)
        player.willChangeValue(for: \.queue)
        player.didChangeValue(for: \.queue)
        #expect(queues.count == 1)
    }

    @Test("A shared property that is read again before a change by hand has been made is announced once more")
    func sharedByHand() {
        let dial = SharedDial()
        let seen = Mutex<[Double]>([])
        @Sendable func track() {
            withObservationTracking {
                let position = dial.position
                seen.withLock { $0.append(position) }
            } onChange: {
                track()
            }
        }
        track()
        dial.willChangeValue(for: \.position)
        dial.position = 1
        dial.didChangeValue(for: \.position)
        #expect(seen.withLock { $0 } == [0, 0, 1])
    }

    @Test("A shared property that is read again before it has changed is announced once more", arguments: [false, true])
    func sharedTwice(inPlace: Bool) {
        let counter = SharedCounter()
        let seen = Mutex<[Int]>([])
        @Sendable func track() {
            withObservationTracking {
                let count = counter.count
                seen.withLock { $0.append(count) }
            } onChange: {
                track()
            }
        }
        track()
        if inPlace { counter.count += 1 } else { counter.count = 1 }
        #expect(seen.withLock { $0 } == [0, 0, 1])
    }

    @Test("A property with willSet and didSet is announced")
    func observers() {
        let player = Player()
        let volumes = Announcements { _ = player.volume }
        player.volume = 2
        #expect(volumes.count == 1)
        #expect(player.volume == 1)
    }

    @Test("Properties of a subclass and of its superclass are announced, each alone")
    func subclass() {
        let box = Discs()
        let (discs, titles) = (Announcements { _ = box.discCount }, Announcements { _ = box.title })
        box.discCount = 3
        #expect([discs.count, titles.count] == [1, 0])
        box.title = "A"
        #expect([discs.count, titles.count] == [1, 1])
    }

    @Test("A class with more than sixty-four properties has each of them announced alone")
    func many() {
        let registrar = TrackedNumbers()
        for index in [0, 63, 64, 200] {
            let ones = Announcements { _ = registrar.read(index) }
            registrar.write(index + 1)
            #expect(ones.count == 0)
            registrar.write(index)
            #expect(ones.count == 1)
        }
    }

    @Test("A class of the main actor is tracked, and a generic one")
    @MainActor
    func kinds() {
        let label = Label()
        let texts = Announcements { _ = label.text }
        label.text = "A"
        #expect(texts.count == 1)
        let holder = TrackedBox(value: "a")
        let values = Announcements { _ = holder.value }
        holder.value = "b"
        #expect(values.count == 1)
    }

    @Test("A class that isn't declared Observable isn't tracked, and its objects stay as they are when they are read")
    func undeclared() {
        let sleeve = PlainSleeve()
        let notes = Announcements { _ = sleeve.note }
        #expect(sleeve.isIdle)
        sleeve.note = "A"
        #expect(notes.count == 0)
    }

    @Test("Heed's observers receive the same as without Observation")
    func both() {
        let record = Record()
        var seen: [String] = []
        let observation = record.observe(\.heading) { old, new in seen.append("\(old) → \(new)") }
        let headings = Announcements { _ = record.heading }
        record.title = "A"
        record.year = 1
        #expect(seen == [" (0) → A (0)", "A (0) → A (1)"])
        #expect(headings.count == 1)
        withExtendedLifetime(observation) {}
    }

    @Test("Tracking doesn't keep the object alive")
    func lifetime() {
        var record: Record? = Record()
        weak let held = record
        let titles = Announcements { [record] in _ = record?.title }
        record = nil
        #expect(held == nil)
        #expect(titles.count == 0)
    }

    @Test("Threads can track a shared object and change it")
    func shared() async {
        let counter = SharedCounter()
        await withTaskGroup { group in
            for _ in 0..<4 {
                group.addTask {
                    for _ in 0..<250 {
                        withObservationTracking({ _ = counter.count }, onChange: {})
                        counter.count += 1
                    }
                }
            }
        }
        let counts = Announcements { _ = counter.count }
        counter.count = -1
        #expect(counts.count == 1)
    }

    @Test("Observations end with the last value")
    @MainActor
    func observations() async {
        guard #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) else { return }
        let counter = SharedCounter()
        var seen: [Int] = []
        for await count in Observations({ counter.count }) {
            seen.append(count)
            if count == 3 { break }
            counter.count += 1
        }
        #expect(seen == [0, 1, 2, 3])
    }

    /// Changes an object and an `@Observable` twin alike, observed by Heed and tracked at random, and compares what is announced.
    @Test("Any history is announced as for a class that is @Observable", arguments: 0..<100 as Range<UInt64>)
    func twins(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let (record, twin) = (Record(), Twin())
        var tracked: [(what: String, Announcements, Announcements)] = []
        var observations: [ObservationToken] = []
        for _ in 0..<60 {
            switch Int.random(in: 0..<12, using: &random) {
            case 0: tracked.append(("title", Announcements { _ = record.title }, Announcements { _ = twin.title }))
            case 1: tracked.append(("heading", Announcements { _ = record.heading }, Announcements { _ = twin.heading }))
            case 2: tracked.append(("tracks", Announcements { _ = record.tracks.count }, Announcements { _ = twin.tracks.count }))
            case 3: tracked.append(("note", Announcements { _ = record.sleeve?.note }, Announcements { _ = twin.sleeve?.note }))
            case 4:
                let title = "\(random.next())"
                (record.title, twin.title) = (title, title)
            case 5: (record.year, twin.year) = (record.year + 1, twin.year + 1)
            case 6: (record.sleeve, twin.sleeve) = (Sleeve(), TwinSleeve())
            case 7:
                record.sleeve?.note += "n"
                twin.sleeve?.note += "n"
            case 8:
                record.mutableValue(for: \.tracks).insert("A", at: 0)
                twin.tracks.insert("A", at: 0)
            case 9:
                withGroupedChanges { record.tracks += ["B", "C"] }
                twin.tracks += ["B", "C"]
            case 10: observations.append(record.observe(\.heading) { _ in })
            default: observations.append(record.observe(\.tracks, options: [.prior, .old, .new]) { _, _ in })
            }
            for (what, one, other) in tracked { #expect(one.count == other.count, "\(what), seed \(seed)") }
        }
        withExtendedLifetime(observations) {}
    }
}

/// The announcements that Observation makes after a closure was tracked: at most one.
private final class Announcements: Sendable {
    private let number = Atomic(0)

    init(of read: () -> Void) {
        withObservationTracking(read) { [self] in number.add(1, ordering: .relaxed) }
    }

    var count: Int { number.load(ordering: .relaxed) }
}

@KeyValueObservable
private class Record: Observable {
    var title = ""
    var year = 0
    var tracks: [String] = []
    var sleeve: Sleeve?
    var heading: String { "\(title) (\(year))" }
}

@KeyValueObservable
private final class Discs: Record {
    var discCount = 1
}

@KeyValueObservable
private final class Sleeve {
    var note = ""
}

// In an extension, too, as long as it is in sight where the class is compiled.
extension Sleeve: Observable {}

@Observable
private final class Twin {
    var title = ""
    var year = 0
    var tracks: [String] = []
    var sleeve: TwinSleeve?
    var heading: String { "\(title) (\(year))" }
}

@Observable
private final class TwinSleeve {
    var note = ""
}

@KeyValueObservable
private final class PlainSleeve {
    var note = ""
    var isIdle: Bool { _heed.isIdle }
}

@KeyValueObservable
private final class Player: Observable {
    final class Device {
        var name = "A"
    }

    @ManuallyNotified var position = 0.0
    @ManuallyNotified var queue: [String] = []
    var device = Device()
    var volume = 1 {
        didSet {
            if volume > 1 { volume = 1 }
            cache = nil
        }
    }
    @NotObserved private var cache: Int?

    var cachedDouble: Int {
        dependsOn(\.volume)
        let double = cache ?? volume * 2
        cache = double
        return double
    }
}

/// Keeps what it has computed until Observation says that it is about to change.
@KeyValueObservable
private final class Memo: Observable {
    var title = ""
    @NotObserved private let kept = Box<String?>(nil)

    var heading: String {
        if let heading = kept.value { return heading }
        let heading = withObservationTracking {
            "\(title)!"
        } onChange: { [kept] in
            kept.exchange(nil)
        }
        kept.exchange(heading)
        return heading
    }

    static func keyPathsForValuesAffecting(_ keyPath: AnyKeyPath) -> [AnyKeyPath] {
        keyPath == \Memo.heading ? [\Memo.title] : []
    }
}

@KeyValueObservable
private final class SharedDial: Sendable, Observable {
    @ManuallyNotified var position = 0.0
}

@KeyValueObservable
private final class SharedCounter: Sendable, Observable {
    var count = 0
}

@KeyValueObservable
@MainActor
private final class Label: Observable {
    var text = ""
}

@KeyValueObservable
private final class TrackedBox<Value>: Observable {
    var value: Value

    init(value: Value) {
        self.value = value
    }
}

/// The registrar of an object, used for properties of any number as the macro's code uses it.
private final class TrackedNumbers: KeyValueObservable, Observable {
    private let registrar = _KeyValueRegistrar()

    func read(_ index: Int) { registrar.wasAccessed(index, of: self) }

    func write(_ index: Int) {
        registrar.willSet(index, of: self)
        registrar.didSet(index, of: self)
    }
}
