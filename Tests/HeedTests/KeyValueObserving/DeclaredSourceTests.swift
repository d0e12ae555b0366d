import Heed
import Testing

@Suite("Declared sources")
struct DeclaredSourceTests {
    private let cart = Cart()

    @Test("A source that the class declares is observed although reading doesn't find it")
    func declaredByClass() {
        cart.prices = [1, 2]
        _ = cart.total
        let told = Recorder<[Int]>()
        let token = cart.observe(\.total) { told.record([$0, $1]) }
        cart.prices.append(3)
        cart.discount = 1
        cart.prices = []
        #expect(told.elements == [[3, 6], [6, 5], [5, -1]])
        withExtendedLifetime(token) {}
    }

    @Test("Declared sources can pass through other objects, have sources in turn, and form a circle")
    func transitive() {
        let owner = Artist("o", city: City("Bern"))
        cart.owner = owner
        let calls = Box(0)
        let label = cart.observe(\.label, options: []) { _, _ in calls.increment() }
        owner.city.name = "Basel"
        #expect(calls.value == 1)
        owner.city = City("Genf")
        #expect(calls.value == 2)
        cart.discount = 1
        #expect(calls.value == 3)
        cart.prices.append(1)
        #expect(calls.value == 4)
        cart.owner = nil
        owner.city.name = "unheard"
        #expect(calls.value == 5)
        withExtendedLifetime(label) {}
    }

    @Test("A subclass can declare more sources")
    func subclass() {
        let cart: Cart = ExpressCart()
        let calls = Box(0)
        let tokens = [
            cart.observe(\.grams, options: []) { _, _ in calls.increment() },
            cart.observe(\.total, options: []) { _, _ in calls.increment() },
        ]
        cart.prices = [1]
        #expect(calls.value == 1)
        cart.discount = 1
        #expect(calls.value == 3)
        withExtendedLifetime(tokens) {}
    }

    @Test("What a superclass declares counts for a path from any class of the hierarchy")
    func inherited() {
        func expectCalls<Observed: Cart>(_ cart: Observed, _ path: KeyPath<Observed, Int>, _ count: Int, _ change: (Observed) -> Void)
        where Observed._HeedSharing == _KeptInOneIsolation {
            _ = cart.total
            let calls = Box(0)
            let token = cart.observe(path, options: []) { _, _ in calls.increment() }
            change(cart)
            #expect(calls.value == count, "\(Observed.self) as \(type(of: cart))")
            withExtendedLifetime(token) {}
        }
        for cart in [Cart(), ExpressCart(), GiftCart(), FestiveGiftCart()] { expectCalls(cart, \.total, 1) { $0.prices = [1] } }
        expectCalls(ExpressCart(), \.total, 1) { $0.prices = [1] }
        expectCalls(ExpressCart(), \.grams, 1) { $0.discount = 1 }
        expectCalls(GiftCart(), \.total, 1) { $0.prices = [1] }
        expectCalls(GiftCart(), \.wrapping, 1) { $0.ribbon = 2 }
        expectCalls(FestiveGiftCart(), \.total, 2) {
            $0.prices = [1]
            $0.owner = Artist("declared by way of another declared path")
        }
        expectCalls(FestiveGiftCart(), \.wrapping, 1) { $0.ribbon = 2 }
        expectCalls(FestiveGiftCart() as GiftCart, \.wrapping, 1) { $0.ribbon = 2 }
    }

    @Test("A source that a getter declares is observed, also by dependents of the property")
    func declaredInGetter() {
        _ = cart.gross
        let told = Recorder<[Int]>()
        let calls = Box(0)
        let token = cart.observe(\.doubleGross) { told.record([$0, $1]) }
        let gross = cart.observe(\.gross, options: []) { _, _ in calls.increment() }
        cart.prices = [1, 2]
        cart.prices.removeLast()
        cart.discount = 4
        cart.owner = Artist("o")
        cart.owner!.name = "p"
        #expect(told.elements == [[0, 6], [6, 2], [2, 2], [2, 2]])
        #expect(calls.value == 4)
        withExtendedLifetime((token, gross)) {}
    }

    @Test("A source that a getter declares counts for an override in a final subclass, and for a path from a protocol")
    func declaredInInheritedGetter() {
        func observe<Observed: Grossing>(_ cart: Observed, _ told: Recorder<Int>) -> ObservationToken
        where Observed._HeedSharing == _KeptInOneIsolation {
            cart.observe(\.gross) { told.record($0) }
        }
        let cart = RoundedCart()
        _ = cart.gross
        let (byProtocol, bySubclass) = (Recorder<Int>(), Recorder<Int>())
        let tokens = [observe(cart, byProtocol), cart.observe(\.gross) { bySubclass.record($0) }]
        cart.prices = [14]
        #expect(byProtocol.elements == [10])
        #expect(bySubclass.elements == [10])
        withExtendedLifetime(tokens) {}
    }
}

private protocol Grossing: KeyValueObservable {
    var gross: Int { get }
}

/// A subclass that overrides a property whose getter declares its sources.
private final class RoundedCart: Cart, Grossing {
    override var gross: Int { super.gross / 10 * 10 }
}

@Suite("Properties that notify only manually")
struct ManuallyNotifiedTests {
    private let cart = Cart()

    @Test("The announcement of a stored property reaches observers of a computed one in any class of the hierarchy")
    func inHierarchy() {
        let cart = ExpressCart()
        let told = Recorder<String>()
        let tokens = [
            cart.observe(\.progress) { told.record("subclass \($0)") },
            (cart as Cart).observe(\.progress) { told.record("superclass \($0)") },
        ]
        cart.move(to: 1)
        #expect(told.elements == ["subclass 10", "superclass 10"])
        withExtendedLifetime(tokens) {}
    }

    @Test("Setting the property notifies no observers; a pair of calls notifies all", arguments: KeyValueObservingOptions.combinations)
    func stored(options: KeyValueObservingOptions) {
        let told = Recorder<Change<Int>>()
        let dependent = Recorder<Change<Int>>()
        let token = cart.observe(\.position, options: options) { told.record(Change($1, present: $0.position)) }
        let progress = cart.observe(\.progress, options: options) { dependent.record(Change($1, present: $0.progress)) }
        cart.move(to: 1)
        cart.move(to: 1)
        cart.move(to: 2)
        #expect(told.elements == Change.expected(options, for: [0, 1, 2]))
        #expect(dependent.elements == Change.expected(options, for: [0, 10, 20]))
        cart.position = 5
        cart.position += 1
        #expect(told.elements == Change.expected(options, for: [0, 1, 2]))
        cart.move(to: 7)
        #expect(cart.position == 7)
        withExtendedLifetime((token, progress)) {}
    }

    @Test("MutableCollectionValue's methods are also silent")
    func collections() {
        let told = Recorder<[Int]>()
        let token = cart.observe(\.history) { told.record($0) }
        cart.history.append(1)
        cart.mutableValue(for: \.history).append(2)
        cart.willChangeValue(for: \.history)
        cart.mutableValue(for: \.history).append(3)
        cart.didChangeValue(for: \.history)
        #expect(told.elements == [[1, 2, 3]])
        withExtendedLifetime(token) {}
    }

    @Test("A shared object's property is also silent")
    func shared() {
        let shelf = SharedShelf()
        let told = Recorder<Int>()
        let token = shelf.observe(\.silent) { told.record($0) }
        shelf.silent = 1
        #expect(told.count == 0)
        shelf.willChangeValue(for: \.silent)
        shelf.silent = 2
        shelf.didChangeValue(for: \.silent)
        #expect(told.elements == [2])
        withExtendedLifetime(token) {}
    }

    @Test("A property computed from nothing observable is announced manually", arguments: KeyValueObservingOptions.combinations)
    func computed(options: KeyValueObservingOptions) {
        let told = Recorder<Change<Int>>()
        let token = cart.observe(\.grams, options: options) { told.record(Change($1, present: $0.grams)) }
        cart.weigh(1)
        cart.weigh(1)
        cart.weight = 2
        cart.willChangeValue(for: \.grams)
        cart.weigh(3)
        cart.willChangeValue(for: \.grams)
        cart.weigh(4)
        cart.didChangeValue(for: \.grams)
        cart.didChangeValue(for: \.grams)
        let initial = Change.expected(options, for: [0, 1_000, 1_000])
        #expect(Array(told.elements.prefix(initial.count)) == initial)
        let last = Change.expected(options.subtracting(.initial), for: [2_000, 4_000])
        #expect(Array(told.elements.dropFirst(initial.count)) == last)
        withExtendedLifetime(token) {}
    }

    @Test("A property computed from observable ones can also be announced manually")
    func computedWithSources() {
        let told = Recorder<[Int]>()
        let token = cart.observe(\.total) { told.record([$0, $1]) }
        cart.discount = 1
        cart.willChangeValue(for: \.total)
        cart.didChangeValue(for: \.total)
        #expect(told.elements == [[0, -1], [-1, -1]])
        withExtendedLifetime(token) {}
    }

    @Test("Pairs for two properties can nest in each other, and each dependent sees a chain")
    func twoProperties() {
        let sums = Sums()
        let told = Recorder<String>()
        let tokens = [
            sums.observe(\.a) { told.record("a \($0)→\($1)") },
            sums.observe(\.b) { told.record("b \($0)→\($1)") },
            sums.observe(\.sum) { told.record("sum \($0)→\($1)") },
        ]
        sums.willChangeValue(for: \.a)
        sums.willChangeValue(for: \.b)
        sums.a = 1
        sums.b = 2
        sums.didChangeValue(for: \.b)
        sums.didChangeValue(for: \.a)
        #expect(told.elements == ["b 0→2", "sum 0→3", "a 0→1", "sum 3→3"])
        withExtendedLifetime(tokens) {}
    }

    @Test("Pairs for two properties can also overlap")
    func crossing() {
        let sums = Sums()
        let told = Recorder<[Int]>()
        let token = sums.observe(\.sum) { told.record([$0, $1]) }
        sums.willChangeValue(for: \.a)
        sums.a = 1
        sums.willChangeValue(for: \.b)
        sums.didChangeValue(for: \.a)
        sums.b = 2
        sums.didChangeValue(for: \.b)
        #expect(told.elements.first?[0] == 0)
        #expect(told.elements.last?[1] == 3)
        for (before, after) in zip(told.elements, told.elements.dropFirst()) { #expect(before[1] == after[0]) }
        withExtendedLifetime(token) {}
    }

    @Test("A group of manually announced properties is one change for their dependents")
    func grouped() {
        let told = Recorder<[Int]>()
        let token = cart.observe(\.progress) { told.record([$0, $1]) }
        let grams = cart.observe(\.grams) { told.record([$0, $1]) }
        withGroupedChanges {
            cart.move(to: 1)
            cart.weigh(1)
            cart.move(to: 2)
            cart.weigh(2)
        }
        #expect(told.elements == [[0, 20], [0, 2_000]])
        withExtendedLifetime((token, grams)) {}
    }
}
