import Heed
import Testing

@Suite("Computed properties that the macro can read directly, and those that it can't")
struct GetterTests {
    @KeyValueObservable
    class Base<Element> {
        var element: Element
        var count = 1
        var doubled: Int { count * 2 }
        var elements: [Element] { [element] }
        var `default`: Int { 10 + count }
        var settable: Int {
            get { count }
            set { count = newValue }
        }
        @available(*, deprecated) var old: Int { 20 + count }
        var failing: Int { get throws { count } }
        var suspending: Int { get async { count } }
        static var shared: Int { 0 }
        private var secret: Int { 30 + count }

        init(_ element: Element) {
            self.element = element
        }

        func observeSecret(_ handler: @escaping (Int) -> Void) -> ObservationToken {
            observe(\.secret) { handler($0) }
        }
    }

    @KeyValueObservable
    final class Derived: Base<String> {
        var factor = 100
        override var doubled: Int { super.doubled * factor }
        var tripled: Int { count * 3 }
    }

    @Test("In a generic class and its subclass, overridden, inherited, keyword-named and private ones change like others")
    func kinds() {
        let object = Derived("a")
        let told = Recorder<String>()
        let tokens = [
            (object as Base<String>).observe(\.doubled) { told.record("base \($0)→\($1)") },
            object.observe(\.doubled) { told.record("own \($0)→\($1)") },
            object.observe(\.tripled) { told.record("tripled \($0)→\($1)") },
            object.observe(\.`default`) { told.record("default \($0)→\($1)") },
            object.observe(\.settable) { told.record("settable \($0)→\($1)") },
            object.observe(\.inExtension) { told.record("extension \($0)→\($1)") },
            object.observeSecret { told.record("secret \($0)") },
        ]
        object.count = 2
        #expect(
            told.elements == [
                "base 200→400", "own 200→400", "tripled 3→6", "default 11→12", "settable 1→2", "extension 41→42", "secret 32",
            ])
        _ = told.removeAll()
        object.factor = 10
        #expect(told.elements == ["base 400→40", "own 400→40"])
        withExtendedLifetime(tokens) {}
    }

    @Test("The old value is read before the change, so it counts what changed without a notification")
    func unobservedState() {
        let object = Scaled()
        let told = Recorder<[Int]>()
        let token = object.observe(\.product) { told.record([$0, $1]) }
        object.number = 2
        object.scale = 10
        object.number = 3
        #expect(told.elements == [[1, 2], [20, 30]])
        withExtendedLifetime(token) {}
    }

    @Test("A getter that reads other properties than before brings its dependencies up to date")
    func changingSources() {
        let object = Switch()
        let told = Recorder<Int>()
        let token = object.observe(\.chosen) { told.record($0) }
        object.left = 1
        object.right = 2
        object.isRight = true
        object.left = 3
        object.right = 4
        object.isRight = false
        #expect(told.elements == [1, 2, 4, 3])
        withExtendedLifetime(token) {}
    }

    @Test("What a change holds is released once its handler has returned, while the observer waits for the next one")
    func releasedValues() {
        let holder = Holder()
        weak var witness: Holder.Content?
        let token = holder.observe(\.content, options: [.old, .new]) { _, _ in }
        do {
            let content = Holder.Content()
            witness = content
            holder.stored = content
            holder.stored = nil
        }
        #expect(witness == nil)
        withExtendedLifetime(token) {}
    }

    @KeyValueObservable
    final class Scaled {
        var number = 1
        @NotObserved var scale = 1
        var product: Int { number * scale }
    }

    @KeyValueObservable
    final class Switch {
        var isRight = false
        var left = 0
        var right = 0
        var chosen: Int { isRight ? right : left }
    }

    @KeyValueObservable
    final class Holder {
        final class Content {}
        var stored: Content?
        var content: Content? { stored }
    }
}

extension GetterTests.Base {
    var inExtension: Int { 40 + count }
}

@Suite("Computed properties of a main-actor class")
@MainActor
struct MainActorGetterTests {
    @MainActor
    @KeyValueObservable
    final class Model {
        var count = 1
        nonisolated let name = "name"
        var doubled: Int { count * 2 }
        nonisolated var label: String { name }
    }

    @Test("One of the actor and one of none are read where they belong")
    func isolated() {
        let model = Model()
        var told: [Int] = []
        let token = model.observe(\.doubled) { told.append($0) }
        model.count = 2
        #expect(told == [4])
        withExtendedLifetime(token) {}
    }
}
