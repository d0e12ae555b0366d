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

    @Test("An observer that registers during the pair receives what is set since, with true values")
    func newcomers() {
        let first = album.observe(\.title, options: []) { _, _ in }
        let told = Recorder<String>()
        album.willChangeValue(for: \.title)
        album.title = "1"
        let tokens = [
            album.observe(\.title) { told.record("title \($0)→\($1)") },
            album.observe(\.heading) { told.record("heading \($0)→\($1)") },
            album.observe(\.title, options: [.old, .new, .prior]) {
                told.record("\($1.isPrior ? "prior " : "")\($1.oldValue!)→\($1.newValue ?? "")")
            },
        ]
        album.title = "2"
        album.title += "3"
        #expect(told.removeAll() == ["prior 1→"])
        album.didChangeValue(for: \.title)
        #expect(told.removeAll() == ["title 1→23", "heading 1 · 0→23 · 0", "1→23"])
        album.title = "4"
        #expect(told.removeAll() == ["prior 23→", "title 23→4", "heading 23 · 0→4 · 0", "23→4"])
        withExtendedLifetime((first, tokens)) {}
    }

    @Test("An observer that registers during the pair, after the last change, receives the next one")
    func lateNewcomers() {
        let first = album.observe(\.title, options: []) { _, _ in }
        let told = Recorder<String>()
        album.willChangeValue(for: \.title)
        album.title = "1"
        let tokens = [
            album.observe(\.title) { told.record("title \($0)→\($1)") },
            album.observe(\.heading) { told.record("heading \($0)→\($1)") },
        ]
        album.didChangeValue(for: \.title)
        #expect(told.count == 0)
        album.title = "2"
        #expect(told.elements == ["title 1→2", "heading 1 · 0→2 · 0"])
        withExtendedLifetime((first, tokens)) {}
    }

    @Test("Whatever comes to depend on a property within a pair has its value afterwards", arguments: [false, true])
    func newDependants(isInGroup: Bool) {
        let other = Album(title: "other")
        let holder = Node<Album?>(nil)
        let first = album.observe(\.title, options: []) { _, _ in }
        let told = Recorder<String>()
        let target = Artist("")
        var tokens = [
            holder.observe(\.value?.title) { told.record("path \($0 ?? "nil")→\($1 ?? "nil")") },
            Heed.observe { [album] in
                other.rating > 0 ? album.heading : ""
            } onChange: {
                told.record("expression \($0)→\($1)")
            },
        ]
        func change() {
            album.willChangeValue(for: \.title)
            album.title = "1"
            holder.value = album
            other.rating = 1
            tokens.append(album.bind(\.title, to: target, \.name))
            album.title = "2"
            album.didChangeValue(for: \.title)
        }
        isInGroup ? withGroupedChanges(change) : change()
        let expected = ["path nil→1", "expression →1 · 0", "path 1→2", "expression 1 · 0→2 · 0"]
        #expect(told.elements == (isInGroup ? ["path nil→2", "expression →2 · 0"] : expected))
        #expect(target.name == "2")
        withExtendedLifetime((first, tokens)) {}
    }

    @Test("A handler that changes the property at the end of the pair comes second for newcomers, too")
    func newcomersWithHandler() {
        let told = Recorder<String>()
        let first = album.observe(\.title) { [album] title in
            if title == "2" { album.title = "3" }
        }
        album.willChangeValue(for: \.title)
        album.title = "1"
        let tokens = [
            album.observe(\.title) { told.record("title \($0)→\($1)") },
            album.observe(\.heading) { told.record("heading \($0)→\($1)") },
        ]
        album.title = "2"
        album.didChangeValue(for: \.title)
        #expect(told.elements == ["title 1→2", "heading 1 · 0→2 · 0", "title 2→3", "heading 2 · 0→3 · 0"])
        withExtendedLifetime((first, tokens)) {}
    }

    @Test("An observer that registers in didSet receives what didSet sets afterwards")
    func newcomersInDidSet() {
        let knob = Knob()
        let told = Recorder<String>()
        let first = knob.observe(\.level, options: []) { _, _ in }
        var tokens: [ObservationToken] = []
        knob.adjusted = { knob in
            tokens.append(knob.observe(\.level) { told.record("level \($0)→\($1)") })
            tokens.append(knob.observe(\.doubled) { told.record("doubled \($0)→\($1)") })
            knob.adjusted = { _ in }
            knob.level = 10
        }
        knob.level = 20
        #expect(told.elements == ["level 20→10", "doubled 40→20"])
        withExtendedLifetime((first, tokens)) {}
    }

    @Test("An observer that registers during a pair whose changes aren't seen receives the value at its end", arguments: [false, true])
    func newcomersOfUnseenChanges(isInGroup: Bool) {
        let cart = Cart()
        let other = Album(title: "other")
        let told = Recorder<String>()
        let first = [
            cart.observe(\.position, options: []) { _, _ in },
            cart.observe(\.grams, options: []) { _, _ in },
        ]
        var tokens = [
            Heed.observe {
                other.rating > 0 ? cart.progress : -1
            } onChange: {
                told.record("expression \($0)")
            }
        ]
        func change() {
            cart.willChangeValue(for: \.position)
            cart.willChangeValue(for: \.grams)
            cart.position = 1
            cart.weight = 1
            other.rating = 1
            tokens.append(cart.observe(\.position) { told.record("position \($0)") })
            tokens.append(cart.observe(\.progress) { told.record("progress \($0)") })
            tokens.append(cart.observe(\.grams) { told.record("grams \($0)") })
            cart.position = 2
            cart.weight = 2
            cart.didChangeValue(for: \.grams)
            cart.didChangeValue(for: \.position)
        }
        isInGroup ? withGroupedChanges(change) : change()
        let outcome = Set(["expression 20", "position 2", "progress 20", "grams 2000"])
        #expect(Set(told.removeAll()).subtracting(["expression 10"]) == outcome)
        cart.move(to: 3)
        #expect(Set(told.elements) == ["expression 30", "position 3", "progress 30"])
        withExtendedLifetime((first, tokens)) {}
    }

    @Test("A newcomer to unseen changes receives the value at their end before what a handler changes then", arguments: [false, true])
    func newcomersOfUnseenChangesWithHandler(isInGroup: Bool) {
        let cart = Cart()
        let told = Recorder<String>()
        let first = cart.observe(\.position) { if $0 == 2 { cart.move(to: 3) } }
        var tokens: [ObservationToken] = []
        func change() {
            cart.willChangeValue(for: \.position)
            tokens.append(cart.observe(\.progress) { told.record("\($0)→\($1)") })
            cart.position = 2
            cart.didChangeValue(for: \.position)
        }
        isInGroup ? withGroupedChanges(change) : change()
        #expect(told.elements == ["20→20", "20→30"])
        withExtendedLifetime((first, tokens)) {}
    }
}

/// A knob that runs code of a test when its level has changed.
@KeyValueObservable
private final class Knob {
    var level: Int = 0 {
        didSet { adjusted(self) }
    }
    var doubled: Int { level * 2 }
    @NotObserved var adjusted: (Knob) -> Void = { _ in }
}
