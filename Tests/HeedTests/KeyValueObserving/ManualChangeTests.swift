import Heed
import Testing

@Suite("Manually announced changes")
struct ManualChangeTests {
    private let album = Album(title: "0")

    @Test("Nested pairs are one change, and setters in between stay silent")
    func nested() {
        let titles = Recorder<[String]>()
        let token = album.observe(\.title) { titles.record([$0, $1]) }
        album.willChangeValue(for: \.title)
        album.title = "1"
        album.willChangeValue(for: \.title)
        album.title = "2"
        album.didChangeValue(for: \.title)
        album.title = "3"
        #expect(titles.count == 0)
        album.didChangeValue(for: \.title)
        album.title = "4"
        #expect(titles.elements == [["0", "3"], ["3", "4"]])
        withExtendedLifetime(token) {}
    }

    @Test("Dependents notify once for the pair")
    func dependants() {
        let headings = Recorder<[String]>()
        let token = album.observe(\.heading) { headings.record([$0, $1]) }
        album.willChangeValue(for: \.title)
        album.title = "1"
        album.title = "2"
        album.didChangeValue(for: \.title)
        #expect(headings.elements == [["0 · 0", "2 · 0"]])
        withExtendedLifetime(token) {}
    }

    @Test("A dependent sees a chain when another source changes between the two calls")
    func otherSourceInBetween() {
        let headings = Recorder<[String]>()
        let token = album.observe(\.heading) { headings.record([$0, $1]) }
        album.willChangeValue(for: \.title)
        album.title = "1"
        album.tracks.append("x")
        album.title = "2"
        album.didChangeValue(for: \.title)
        #expect(headings.elements == [["0 · 0", "1 · 1"], ["1 · 1", "2 · 1"]])
        withExtendedLifetime(token) {}
    }

    @Test("didChangeValue without willChangeValue does nothing")
    func unbalanced() {
        let calls = Box(0)
        let token = album.observe(\.title, options: []) { _, _ in calls.increment() }
        album.didChangeValue(for: \.title)
        #expect(calls.value == 0)
        album.title = "heard"
        #expect(calls.value == 1)
        withExtendedLifetime(token) {}
    }

    @Test("Optional, tuple, closure and protocol-typed properties can also be announced")
    func otherTypes() {
        let calls = Recorder<String>()
        let tokens = [
            album.observe(\.artist) { old, new in calls.record("artist \(new?.name ?? "nil")") },
            album.observe(\.pair) { old, new in calls.record("pair \(new.number)") },
            album.observe(\.transform) { old, new in calls.record("transform \(new(2))") },
            album.observe(\.anything) { old, new in calls.record("anything \(new)") },
        ]
        album.willChangeValue(for: \.artist)
        album.didChangeValue(for: \.artist)
        album.willChangeValue(for: \.pair)
        album.pair.number = 8
        album.didChangeValue(for: \.pair)
        album.willChangeValue(for: \.transform)
        album.transform = { $0 * 3 }
        album.didChangeValue(for: \.transform)
        album.willChangeValue(for: \.anything)
        album.anything = "text"
        album.didChangeValue(for: \.anything)
        #expect(calls.elements == ["artist nil", "pair 8", "transform 6", "anything text"])
        withExtendedLifetime(tokens) {}
    }

    @Test("A pair on one thread doesn't silence another thread")
    func otherThread() {
        let number = SharedNumber()
        let values = Recorder<Int>()
        let token = number.observe(\.value) { values.record($0) }
        number.willChangeValue(for: \.value)
        number.value = 1
        #expect(OtherThread { number.value = 2 }.join())
        #expect(values.elements == [2])
        number.didChangeValue(for: \.value)
        #expect(values.elements == [2, 2])
        withExtendedLifetime(token) {}
    }
}
