import Heed
import Testing

@Suite("The examples of Coming from Combine", .printing)
struct ComingFromCombineExamples {
    @KeyValueObservable
    final class SignUp {
        var name = ""
        var password = ""
        var isComplete: Bool { !name.isEmpty && password.count >= 8 }
    }

    final class Button {
        var isEnabled = true
    }

    @Test("A computed property replaces combineLatest, and a binding replaces assign")
    func signUp() {
        let button = Button()
        let form = SignUp()
        let binding = form.bind(\.isComplete, to: button, \.isEnabled)
        form.name = "Alice"
        form.password = "long enough"
        // button.isEnabled is true
        #expect(button.isEnabled)
        form.password = ""
        #expect(!button.isEnabled)
        binding.invalidate()
    }

    @Test("After the hop, the operators of asynchronous sequences apply")
    func sequence() async {
        let typed = Subject<String>()
        let searches = ObservationSource.values(of: typed).removeDuplicates().values(buffering: .latest)
        typed.notify("cover")
        typed.notify("cover")
        let first = await searches.map { "search for \($0)" }.first { _ in true }
        // first is "search for cover"
        #expect(first == "search for cover")
    }

    @Test("Two sources combine into one value")
    func combineLatest() {
        let query = Subject<String>()
        let isOffline = Subject<Bool>()
        let searches = ObservationSource.values(of: query)
            .combineLatest(.values(of: isOffline))
            .map { query, isOffline in isOffline ? "\(query), on this disk" : query }
        let receptionist = Receptionist(for: searches) { print($0) }
        query.notify("Monk")
        isOffline.notify(false)  // prints Monk
        isOffline.notify(true)  // prints Monk, on this disk
        #expect(Page.lines == ["Monk", "Monk, on this disk"])
        receptionist.invalidate()
    }

    private actor Index {
        private(set) var found: [String] = []
        private let isFound = AsyncStream.makeStream(of: Void.self)

        func find(_ query: String) async {
            found.append(query)
            isFound.continuation.yield()
        }

        func first() async {
            for await _ in isFound.stream { return }
        }
    }

    @Test("A new search cancels the current one")
    func search() async {
        let index = Index()
        let query = Subject<String>()
        let receptionist = Receptionist(for: .values(of: query), on: .concurrent, delivering: .switchToLatest) { query in
            await index.find(query)  // cancelled when the next query comes
        }
        query.notify("Mingus")
        await index.first()
        #expect(await index.found == ["Mingus"])
        receptionist.invalidate()
    }
}
