import Heed
import Synchronization
import Testing

@Suite("The examples of the Receptionist", .printing, .timeLimit(.minutes(10)))
struct TheReceptionistExamples {
    @KeyValueObservable
    final class Cover: Sendable {
        var image: String = ""
    }

    @MainActor
    final class CoverView {
        let shown = Subject<String>()
        private var receptionist: Receptionist?

        func show(_ cover: Cover) {
            receptionist = Receptionist(for: .values(of: cover, \.image), on: .mainActor) { [weak self] image in
                self?.shown.notify(image)
            }
        }
    }

    actor SearchIndex {
        nonisolated let added = Subject<String>()
        private var words: Set<String> = []
        private var receptionist: Receptionist?

        func follow(_ cover: Cover) {
            receptionist = Receptionist(for: .values(of: cover, \.image), on: .actor(self), delivering: .latest) { index, image in
                index.add(image)
            }
        }

        private func add(_ word: String) {
            words.insert(word)
            added.notify(word)
        }
    }

    final class TestClock: ReceptionistClock {
        private let state = Mutex<(now: Duration, jobs: [(at: Duration, job: @Sendable () -> Void)])>((.zero, []))

        var now: Duration { state.withLock { $0.now } }

        func schedule(after delay: Duration, _ job: @escaping @Sendable () -> Void) {
            state.withLock { $0.jobs.append(($0.now + delay, job)) }
        }

        func advance(by time: Duration) {
            let due = state.withLock { state in
                state.now += time
                let now = state.now
                defer { state.jobs.removeAll { $0.at <= now } }
                return state.jobs.filter { $0.at <= now }
            }
            for (_, job) in due { job() }
        }
    }

    struct AtOnce: ExecutionContext {
        func execute(_ job: @escaping @Sendable () -> Void) { job() }
    }

    @Test("A view observes, on the main actor, changes made elsewhere")
    @MainActor
    func mainActor() async throws {
        let cover = Cover()
        let view = CoverView()
        let shown = view.shown.values()
        view.show(cover)
        Task.detached { cover.image = "blue.png" }  // the view shows it, on the main actor
        var iterator = shown.makeAsyncIterator()
        #expect(try await iterator.next() == "")
        #expect(try await iterator.next() == "blue.png")
    }

    @Test("An actor observes in its own isolation")
    func actor() async {
        let cover = Cover()
        let index = SearchIndex()
        let added = index.added.values()
        await index.follow(cover)
        cover.image = "blue"
        for await word in added where !word.isEmpty {
            #expect(word == "blue")
            break
        }
    }

    @Test("A source filters and maps values, and removes duplicates")
    func source() {
        let context = AtOnce()
        let temperature = Subject<Double>()
        let whole = ObservationSource.values(of: temperature)
            .filter { $0 > 0 }
            .map { Int($0) }
            .removeDuplicates()
        let receptionist = Receptionist(for: whole, on: context) { print($0, "°C") }
        for degrees in [-3, 20.1, 20.7, 21.3] { temperature.notify(degrees) }  // prints 20 °C and 21 °C
        #expect(Page.lines == ["20 °C", "21 °C"])
        receptionist.invalidate()
    }

    @Test("A delaying policy uses the clock it receives")
    func clock() {
        let context = AtOnce()
        let clock = TestClock()
        let typed = Subject<String>()
        let receptionist = Receptionist(
            for: .values(of: typed),
            on: context,
            delivering: .debounced(for: .milliseconds(300), clock: clock)
        ) { print("search for", $0) }
        for text in ["c", "co", "col"] { typed.notify(text) }
        clock.advance(by: .milliseconds(300))  // prints search for col
        print(receptionist.droppedCount, "dropped")  // prints 2 dropped
        #expect(Page.lines == ["search for col", "2 dropped"])
    }

    @Test("Batches arrive as arrays")
    func batches() {
        let context = AtOnce()
        let clock = TestClock()
        let imported = Subject<Int>()
        let receptionist = Receptionist(
            for: ObservationSource.values(of: imported).batches(upTo: 3, every: .milliseconds(16), clock: clock),
            on: context
        ) { print($0) }
        for number in 1...4 { imported.notify(number) }  // prints [1, 2, 3]
        clock.advance(by: .milliseconds(16))  // prints [4]
        #expect(Page.lines == ["[1, 2, 3]", "[4]"])
        receptionist.invalidate()
    }
}
