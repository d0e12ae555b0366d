import HeedFoundation
import Observation
import Synchronization
import Testing

@Suite("A KeyValueObservable object that feeds Observation")
struct ObservationBridgeTests {
    /// Counts how often Observation announces a change of the properties that a closure reads, until the first time.
    private func announcements(of read: () -> Void) -> AnnouncementCount {
        let count = AnnouncementCount()
        withObservationTracking(read) { count.increment() }
        return count
    }

    @Test("A property read through the bridge is announced before it changes, once, as by Observation")
    func announced() {
        let record = Record()
        let observed = ObservationBridge(of: record)
        let titles = announcements { _ = observed.title }
        let years = announcements { _ = observed.year }
        record.title = "A"
        record.title = "B"
        #expect([titles.value, years.value] == [1, 0])
        record.year = 1957
        #expect([titles.value, years.value] == [1, 1])
    }

    @Test("Tracking again announces the next change")
    func again() {
        let record = Record()
        let observed = ObservationBridge(of: record)
        for number in 1...3 {
            let titles = announcements { _ = observed.title }
            record.title = "\(number)"
            #expect(titles.value == 1)
            #expect(observed.title == "\(number)")
        }
    }

    @Test("Computed properties and paths through other objects are also announced")
    func computedAndDeep() {
        let record = Record()
        let observed = ObservationBridge(of: record)
        let headings = announcements { _ = observed.heading }
        record.year = 1957
        #expect(headings.value == 1)
        let notes = announcements { _ = observed[\.sleeve?.note] }
        record.sleeve = Sleeve()
        #expect(notes.value == 1)
        let more = announcements { _ = observed[\.sleeve?.note] }
        record.sleeve?.note = "scratched"
        #expect(more.value == 1)
    }

    @Test("Writing through the bridge writes the object, and is announced")
    func writing() {
        let record = Record()
        let observed = ObservationBridge(of: record)
        let titles = announcements { _ = observed.title }
        observed.title = "A"
        #expect(record.title == "A")
        #expect(titles.value == 1)
    }

    @Test("Two bridges to one object are independent")
    func twoBridges() {
        let record = Record()
        let first = ObservationBridge(of: record)
        var second: ObservationBridge<Record>? = ObservationBridge(of: record)
        let counts = [announcements { _ = first.title }, announcements { _ = second!.title }]
        second = nil
        record.title = "A"
        #expect(counts[0].value == 1)
    }

    @Test("A bridge observes nothing until something is read through it")
    func idle() {
        let record = Record()
        let observed = ObservationBridge(of: record)
        #expect(record.isUnobserved)
        _ = observed.title
        #expect(!record.isUnobserved)
    }

    @Test("The bridge keeps the object alive as long as it exists itself")
    func objectLifetime() {
        var record: Record? = Record()
        weak let held = record
        var observed: ObservationBridge<Record>? = ObservationBridge(of: record!)
        record = nil
        #expect(observed?.title == "")
        #expect(held != nil)
        observed = nil
        #expect(held == nil)
    }

    @Test("The object doesn't keep the bridge alive")
    func lifetime() {
        let record = Record()
        var observed: ObservationBridge<Record>? = ObservationBridge(of: record)
        weak let bridge = observed
        _ = observed?.title
        observed = nil
        #expect(bridge == nil)
        record.title = "A"
    }

    @Test("Several threads can read a shared object through one bridge")
    func shared() async {
        let counter = SharedCounter()
        let observed = ObservationBridge(of: counter)
        await withTaskGroup { group in
            for _ in 0..<4 {
                group.addTask {
                    for _ in 0..<250 {
                        withObservationTracking({ _ = observed.count }, onChange: {})
                        counter.count = observed.count + 1
                    }
                }
            }
        }
        let counts = announcements { _ = observed.count }
        counter.count = -1
        #expect(counts.value == 1)
    }

    @Test("Observations of the bridge end with the last value")
    @MainActor func observations() async {
        guard #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) else { return }
        let counter = SharedCounter()
        let observed = ObservationBridge(of: counter)
        var seen: [Int] = []
        for await count in Observations({ observed.count }) {
            seen.append(count)
            if count == 3 { break }
            counter.count += 1
        }
        #expect(seen == [0, 1, 2, 3])
    }
}

/// The number of announcements.
private final class AnnouncementCount: Sendable {
    private let count = Atomic<Int>(0)
    var value: Int { count.load(ordering: .relaxed) }
    func increment() { count.wrappingAdd(1, ordering: .relaxed) }
}

@KeyValueObservable
private final class Record {
    var title = ""
    var year = 0
    var sleeve: Sleeve?
    var heading: String { "\(title) (\(year))" }
    var isUnobserved: Bool { _heed.isIdle }
}

@KeyValueObservable
private final class Sleeve {
    var note = ""
}

@KeyValueObservable
private final class SharedCounter: Sendable {
    var count = 0
}
