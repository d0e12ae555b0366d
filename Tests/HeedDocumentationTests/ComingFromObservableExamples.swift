import HeedFoundation
import Observation
import Testing

@Suite("The examples of Coming from @Observable", .printing, .timeLimit(.minutes(10)))
struct ComingFromObservableExamples {
    @KeyValueObservable
    @MainActor
    final class Album {
        var title = ""
    }

    @Observable
    @MainActor
    final class Counter {
        var count = 0
    }

    @Test("Each change arrives with both values, without asking again")
    @MainActor
    func each() {
        let album = Album()
        let observation = album.observe(\.title, options: [.old, .new]) { _, change in
            print("'\(change.oldValue ?? "")' → '\(change.newValue ?? "")'")
        }
        album.title = "Blue Train"  // prints '' → 'Blue Train'
        album.title = "Lush Life"  // prints 'Blue Train' → 'Lush Life'
        #expect(Page.lines == ["'' → 'Blue Train'", "'Blue Train' → 'Lush Life'"])
        observation.invalidate()
    }

    @Test("Observation tracks a KeyValueObservable object")
    @MainActor
    func bridge() {
        let album = Album()
        let observed = ObservationBridge(of: album)
        withObservationTracking {
            _ = observed.title
        } onChange: {
            print("the title is about to change")
        }
        album.title = "Blue Train"  // prints the title is about to change
        #expect(Page.lines == ["the title is about to change"])
    }

    @Test("An @Observable object is observed")
    @MainActor
    func observation() async {
        let told = AsyncStream.makeStream(of: Int.self)
        let counter = Counter()
        let observation = counter.observe(\.count, options: [.old, .new], on: .mainActor) { _, change in
            if let value = change.newValue { told.continuation.yield(value) }
        }
        counter.count = 1
        counter.count = 2  // delivered once, later: from 0 to 2
        var iterator = told.stream.makeAsyncIterator()
        #expect(await iterator.next() == 2)
        observation.invalidate()
    }
}
