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

    @Test(
        "An observer that registers in a group begins with the value at that time, whatever handlers change when the group ends", .assuming)
    @MainActor func registrationInGroup() {
        let number = SharedNumber()
        let tally = Tally(number)
        let (early, late) = (Recorder<[Int]>(), Recorder<[Int]>())
        var tokens = [
            tally.observe(\.sum) { early.record([$0, $1]) },
            tally.observe(\.own) { if $0 == 1 { number.value += 100 } },
        ]
        withGroupedChanges {
            tally.own = 1
            number.value = 2
            tokens.append(tally.observe(\.sum) { late.record([$0, $1]) })
        }
        #expect(early.elements == [[0, 3], [3, 103]])
        #expect(late.elements == [[3, 3], [3, 103]])
        withExtendedLifetime(tokens) {}
    }

    @Test("In a Sendable class, an observer that registers in a group begins with the value at that time", arguments: 0..<4)
    func sharedRegistrationInGroup(number: Int) {
        let path = SharedSums.paths[number]
        let sums = SharedSums()
        let other = SharedSums()
        sums.other = other
        let late = Recorder<[Int]>()
        let tokens = Box<[ObservationToken]>([])
        let early = sums.observe(path) { _ in }
        let reacting = sums.observe(\.b) {
            guard $0 == 1 else { return }
            sums.a = 100
            other.a = 100
        }
        withGroupedChanges {
            sums.b = 1
            sums.a = 2
            other.a = 2
            tokens.exchange([sums.observe(path) { late.record([$0, $1]) }])
        }
        #expect(late.elements == [[[2, 2], [2, 100]], [[5, 5], [5, 103], [103, 201]], [[2, 2], [2, 100]], [[1, 1]]][number])
        withExtendedLifetime((early, reacting, tokens)) {}
    }

    @Test("Observers that register at random in groups and handlers never see a broken chain", arguments: 0..<300)
    func randomRegistration(seed: UInt64) {
        let walk = SharedWalk(seed: seed)
        for _ in 0..<25 { walk.act() }
        #expect(walk.problems == [])
        walk.end()
    }
}

/// A number, and its sum with one that several threads may change.
@KeyValueObservable
private final class Tally {
    var own = 0
    let number: SharedNumber
    var sum: Int { own + number.value }

    init(_ number: SharedNumber) {
        self.number = number
    }
}

/// Numbers of a `Sendable` class, and their sum with one of another object.
@KeyValueObservable
private final class SharedSums: Sendable {
    var a: Int = 0
    var b: Int = 0
    var other: SharedSums?
    var sum: Int { a + b + (other?.a ?? 0) }

    static let paths: [KeyPath<SharedSums, Int> & Sendable] = [\.a, \.sum, \.other!.a, \.b]
}

/// Random changes, registrations and removals, some of them in groups and in handlers.
private final class SharedWalk: Sendable {
    private struct Watch {
        let path: KeyPath<SharedSums, Int> & Sendable
        /// The value at the registration, or else the last one received.
        var last: Int
        var token: ObservationToken?
        var isOver = false
    }

    private struct State {
        var random: SeededGenerator
        var watches: [Watch] = []
        var depth = 0
        var problems: [String] = []
    }

    private let sums = SharedSums()
    private let other = SharedSums()
    private let state: Lock<State>

    init(seed: UInt64) {
        state = Lock(State(random: SeededGenerator(seed: seed)))
        sums.other = other
    }

    /// The broken chains, and the observers that don't know the last value.
    var problems: [String] {
        state.withLock { $0 }.watches.filter { !$0.isOver && $0.last != sums[keyPath: $0.path] }.map { "the last value is \($0.last)" }
            + state.withLock { $0.problems }
    }

    func act() {
        switch draw(7) {
        case 0: sums.a = draw(6)
        case 1: sums.b = draw(6)
        case 2: other.a = draw(6)
        case 3: sums.other = draw(2) == 0 ? other : SharedSums()
        case 4: observe()
        case 5: remove()
        default:
            withGroupedChanges {
                sums.a = draw(6)
                other.a = draw(6)
                if draw(2) == 0 { observe() }
                sums.b = draw(6)
            }
        }
    }

    /// Removes all observers, whose handlers keep the walk.
    func end() {
        let left = state.withLock { state in
            defer { state.watches = [] }
            return state.watches
        }
        for watch in left { watch.token?.invalidate() }
    }

    private func draw(_ count: Int) -> Int { state.withLock { Int.random(in: 0..<count, using: &$0.random) } }

    private func observe() {
        let path = SharedSums.paths[draw(SharedSums.paths.count)]
        let value = sums[keyPath: path]
        let number = state.withLock { state in
            state.watches.append(Watch(path: path, last: value))
            return state.watches.count - 1
        }
        let token = sums.observe(path) { self.receive($0, $1, at: number) }
        state.withLock { $0.watches[number].token = token }
    }

    private func remove() {
        let token = state.withLock { state -> ObservationToken? in
            guard let number = state.watches.indices.randomElement(using: &state.random) else { return nil }
            state.watches[number].isOver = true
            return state.watches[number].token
        }
        token?.invalidate()
    }

    private func receive(_ old: Int, _ new: Int, at number: Int) {
        let acts = state.withLock { state in
            let last = state.watches[number].last
            if old != last, old != new { state.problems.append("\(number): \(old) → \(new) after \(last)") }
            state.watches[number].last = new
            guard state.depth < 3, Int.random(in: 0..<4, using: &state.random) == 0 else { return false }
            state.depth += 1
            return true
        }
        guard acts else { return }
        act()
        state.withLock { $0.depth -= 1 }
    }
}
