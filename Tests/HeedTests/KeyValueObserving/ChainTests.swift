import Heed
import Testing

/// The changes that one observer received, checked to form a chain: each begins where the previous one ended.
private struct Chain: Sendable {
    var links: [[Int]] = []

    var isUnbroken: Bool { zip(links, links.dropFirst()).allSatisfy { $0[1] == $1[0] } }
    var end: Int? { links.last?[1] }
}

@Suite("Every observer sees a chain of changes, whatever handlers do")
struct ChainTests {
    private let sums = Sums()

    @Test("A handler of one source changes another source of the same computed property")
    func otherSourceChanged() {
        let totals = (0..<2).map { _ in Recorder<[Int]>() }
        let before = sums.observe(\.sum) { totals[0].record([$0, $1]) }
        let reacting = sums.observe(\.a, options: [.new]) { sums, change in
            if sums.b < 30 { sums.b += 10 * change.newValue! }
        }
        let after = sums.observe(\.sum) { totals[1].record([$0, $1]) }
        sums.a = 1
        sums.a = 2
        for total in totals {
            #expect(total.elements == [[0, 1], [1, 11], [11, 12], [12, 32]])
        }
        withExtendedLifetime((before, reacting, after)) {}
    }

    @Test("didSet changes another source within the change")
    func changeWithinChange() {
        let totals = Recorder<[Int]>()
        let token = sums.observe(\.total) { totals.record([$0, $1]) }
        sums.c = 5
        sums.c = 1
        #expect(totals.elements == [[0, 10], [10, 10], [10, 2], [2, 2]])
        withExtendedLifetime(token) {}
    }

    @Test("A prior handler changes the same property")
    func changeInPriorCall() {
        let isFirst = Box(true)
        let values = Recorder<[Int]>()
        let doubles = Recorder<[Int]>()
        let computed = sums.observe(\.twice) { doubles.record([$0, $1]) }
        let reacting = sums.observe(\.a, options: [.prior]) { sums, change in
            if change.isPrior, isFirst.exchange(false) { sums.a = 50 }
        }
        let stored = sums.observe(\.a) { values.record([$0, $1]) }
        sums.a = 1
        #expect(values.elements == [[0, 50], [50, 1]])
        #expect(doubles.elements == [[0, 100], [100, 2]])
        withExtendedLifetime((computed, reacting, stored)) {}
    }

    @Test("A prior handler cuts the path to the property that is about to change")
    func sourceDetachedInPriorCall() {
        let middle = Node(2, next: Node(3))
        let root = Node(1, next: middle)
        let links = Recorder<[Int?]>()
        let path = root.observe(\.next?.next?.value) { links.record([$0, $1]) }
        let cutting = middle.observe(\.next, options: [.prior]) { [unowned root] _, change in
            if change.isPrior { root.next = nil }
        }
        middle.next = Node(4)
        root.next = middle
        middle.next!.value = 5
        #expect(links.elements == [[3, nil], [nil, nil], [nil, 4], [4, 5]])
        withExtendedLifetime((path, cutting)) {}
    }

    @Test("A prior handler that invalidates other observers, and itself, leaves none of them to call")
    func invalidationInPriorCall() {
        let tokens = Box<[ObservationToken]>([])
        let calls = Recorder<Int>()
        tokens.exchange(
            (0..<3).map { number in
                sums.observe(\.twice, options: [.prior, .old]) { _, _ in
                    calls.record(number)
                    if number == 1 { for token in tokens.value { token.invalidate() } }
                }
            }
        )
        sums.a = 1
        #expect(calls.elements == [0, 1])
        tokens.exchange([])
    }

    @Test("Handlers that change and remove at random never break a chain", arguments: 0..<200)
    func random(seed: Int) {
        var random = SeededGenerator(seed: UInt64(seed))
        let paths: [KeyPath<Sums, Int>] = [\.a, \.b, \.c, \.sum, \.total, \.twice, \.diamond]
        let writable: [ReferenceWritableKeyPath<Sums, Int>] = [\.a, \.b, \.c]
        var budget = 12
        var chains: [Chain] = []
        var tokens: [ObservationToken] = []
        var observed: [KeyPath<Sums, Int>] = []
        var remaining: Set<Int> = []

        func observe() {
            let path = paths.randomElement(using: &random)!
            let number = chains.count
            var options: KeyValueObservingOptions = [.old, .new]
            if Bool.random(using: &random) { options = [options, .prior] }
            chains.append(Chain())
            observed.append(path)
            remaining.insert(number)
            tokens.append(
                sums.observe(path, options: options) { sums, change in
                    if !change.isPrior { chains[number].links.append([change.oldValue!, change.newValue!]) }
                    guard budget > 0, Int.random(in: 0..<3, using: &random) == 0 else { return }
                    budget -= 1
                    if Int.random(in: 0..<6, using: &random) == 0 {
                        let leaving = tokens.indices.randomElement(using: &random)!
                        tokens[leaving].invalidate()
                        remaining.remove(leaving)
                    } else {
                        sums[keyPath: writable.randomElement(using: &random)!] = Int.random(in: 0..<100, using: &random)
                    }
                }
            )
        }
        for _ in 0..<8 { observe() }
        for _ in 0..<6 {
            budget = 12
            sums[keyPath: writable.randomElement(using: &random)!] = Int.random(in: 0..<100, using: &random)
        }
        // The handlers capture the tokens, which keep the handlers.
        defer { tokens = [] }
        for (number, chain) in chains.enumerated() {
            #expect(chain.isUnbroken, "observer \(number) received \(chain.links)")
            if remaining.contains(number), let end = chain.end {
                #expect(end == sums[keyPath: observed[number]], "observer \(number) does not know the last value")
            }
        }
    }
}
