import Testing

@testable import Heed

@Suite("A setter in a handler stores first")
struct StoreFirstTests {
    private let sums = Sums()

    @Test("Two handlers that check and then add stop at the limit they check")
    func checkThenAdd() {
        let tokens = (0..<2).map { _ in sums.observe(\.a, options: []) { sums, _ in if sums.a < 10 { sums.a += 1 } } }
        sums.a = 1
        #expect(sums.a == 10)
        withExtendedLifetime(tokens) {}
    }

    @Test("Two handlers that count to 20 are called 40 times")
    func calls() {
        var calls = 0
        let tokens = (0..<2).map { _ in
            sums.observe(\.a, options: []) { sums, _ in
                calls += 1
                if sums.a < 20 { sums.a = sums.a + 1 }
            }
        }
        sums.a = 1
        #expect(sums.a == 20)
        #expect(calls == 40)
        withExtendedLifetime(tokens) {}
    }

    @Test("A value that is never decreased is never reported as decreased")
    func neverBack() {
        var links: [[Int]] = []
        let tokens =
            (0..<2).map { _ in sums.observe(\.a, options: []) { sums, _ in if sums.a < 4 { sums.a += 1 } } }
            + [sums.observe(\.a) { links.append([$0, $1]) }]
        sums.a = 1
        #expect(links == [[0, 1], [1, 2], [2, 3], [3, 4]])
        withExtendedLifetime(tokens) {}
    }

    @Test("Work that two handlers could start is started once")
    func startedOnce() {
        let state = Node("idle")
        var starts = 0
        let tokens = (0..<2).map { _ in
            state.observe(\.value, options: []) { state, _ in
                guard state.value == "ready" else { return }
                state.value = "loading"
                starts += 1
            }
        }
        state.value = "ready"
        #expect(starts == 1)
        withExtendedLifetime(tokens) {}
    }

    @Test("Two handlers that each remove the first zero take only what is there", arguments: [true, false])
    func removal(isExplicit: Bool) {
        let list = Node([0, 1, 0, 2, 0])
        var removals = 0
        let tokens = (0..<2).map { _ in
            list.observe(\.value, options: []) { list, _ in
                guard let place = list.value.firstIndex(of: 0) else { return }
                removals += 1
                if isExplicit { list.mutableValue(for: \.value).remove(at: place) } else { list.value.remove(at: place) }
            }
        }
        list.value.append(3)
        #expect(list.value == [1, 2, 3])
        #expect(removals == 3)
        withExtendedLifetime(tokens) {}
    }

    @Test("A group in a handler finds the value that was read before it", arguments: [true, false])
    func groups(isOutermost: Bool) {
        let tokens = (0..<3).map { _ in
            sums.observe(\.sum, options: []) { sums, _ in if sums.a < 10 { withGroupedChanges { sums.a += 1 } } }
        }
        if isOutermost { withGroupedChanges { sums.a = 1 } } else { sums.a = 1 }
        #expect(sums.a == 10)
        withExtendedLifetime(tokens) {}
    }
}

/// The actions of a handler: it reads the value, and may change it. The same for the implementation and for the model.
private enum Reaction: CaseIterable {
    case count, assignNext, double, removeFirst, appendLength, setOnce

    func next(_ value: [Int]) -> [Int]? {
        switch self {
        case .count: value.count < 6 ? value + [value.count] : nil
        case .assignNext: (value.last ?? 0) < 8 ? value.dropLast() + [(value.last ?? 0) + 1] : nil
        case .double: value.count == 3 ? value + value : nil
        case .removeFirst: value.count > 4 ? Array(value.dropFirst()) : nil
        case .appendLength: value.contains(9) || value.count > 7 ? nil : value + [9]
        case .setOnce: value == [5] ? nil : value.count == 2 ? [5] : nil
        }
    }
}

/// The ways in which a handler writes.
private enum Writing: CaseIterable {
    case assigned, inPlace, explicit, grouped, byHand

    func callAsFunction(_ list: Node<[Int]>, _ value: [Int]) {
        switch self {
        case .assigned: list.value = value
        case .inPlace:
            list.value.removeAll()
            list.value += value
        case .explicit: list.replace(value, in: list)
        case .grouped: withGroupedChanges { list.value = value }
        case .byHand:
            list.willChangeValue(for: \.value)
            list.value = value
            list.didChangeValue(for: \.value)
        }
    }

    /// The values of the property, one change after another.
    func steps(to value: [Int]) -> [([Int]) -> [Int]] {
        self == .inPlace ? [{ _ in [] }, { $0 + value }] : [{ _ in value }]
    }
}

extension Node where Value == [Int] {
    fileprivate func replace(_ value: [Int], in list: Node<[Int]>) {
        guard value.count == list.value.count, !value.isEmpty else { return list.value = value }
        list.mutableValue(for: \.value).replaceSubrange(0..<value.count, with: value)
    }
}

/// A model of Key-Value Observing with nested changes: a setter stores, then calls every observer, innermost change first. What handlers
/// read, and so what they do, depends only on each finding the stored value.
private struct NestedDelivery {
    var value: [Int]
    var history: [[Int]]
    let reactions: [(Reaction, Writing)]
    var budget = 60
    /// The changes in progress, oldest first, with the next observer of each.
    var open: [(change: Int, next: Int)] = []
    var told: [[Int]]

    init(_ value: [Int], _ reactions: [(Reaction, Writing)]) {
        self.value = value
        history = [value]
        self.reactions = reactions
        told = Array(repeating: [], count: reactions.count)
    }

    mutating func set(_ new: [Int]) {
        value = new
        history.append(new)
        let mine = history.count - 1
        open.append((mine, 0))
        // Older changes are completed first.
        while true {
            while let first = open.first, first.next == reactions.count { open.removeFirst() }
            guard let (change, observer) = open.first, change <= mine else { return }
            open[0].next += 1
            told[observer].append(change)
            react(observer)
        }
    }

    private mutating func react(_ observer: Int) {
        guard budget > 0, let next = reactions[observer].0.next(value) else { return }
        budget -= 1
        for step in reactions[observer].1.steps(to: next) { set(step(value)) }
    }
}

@Suite("Handlers that change what they observe match a model of nested delivery")
struct NestedDeliveryTests {
    @Test("Two, three and four observers match the model with every way to write, plain and shared", arguments: 0..<300)
    func likeTheModel(seed: Int) {
        var random = SeededGenerator(seed: UInt64(seed))
        let count = Int.random(in: 2...4, using: &random)
        let reactions = (0..<count).map { _ in
            (Reaction.allCases.randomElement(using: &random)!, Writing.allCases.randomElement(using: &random)!)
        }
        var model = NestedDelivery([1], reactions)
        let list = Node([1])
        var budget = 60
        var links: [[[[Int]]]] = Array(repeating: [], count: count)
        var tokens: [ObservationToken] = []
        for number in 0..<count {
            // Changes of a collection's elements are tested separately: here each change carries whole values.
            let isComputed = Bool.random(using: &random)
            let options: KeyValueObservingOptions = Bool.random(using: &random) ? [.old, .new, .prior] : [.old, .new]
            func react(_ old: [Int]?, _ new: [Int]?, _ isPrior: Bool) {
                guard !isPrior else { return }
                links[number].append([old ?? [], new ?? []])
                guard budget > 0, let next = reactions[number].0.next(list.value) else { return }
                budget -= 1
                reactions[number].1(list, next)
            }
            if isComputed {
                tokens.append(list.observe(\.copy, options: options) { react($1.oldValue, $1.newValue, $1.isPrior) })
            } else {
                tokens.append(list.observe(\.value, options: options) { react($1.oldValue, $1.newValue, $1.isPrior) })
            }
        }
        for start in [[1, 2], [], [7, 7, 7]] {
            list.value = start
            model.set(start)
        }
        #expect(list.value == model.value)
        #expect(budget == model.budget)
        for number in 0..<count {
            #expect(links[number].count == model.told[number].count, "observer \(number) of \(reactions)")
            // Every observer receives every change once, in the order in which they were made.
            #expect(model.told[number] == Array(1..<model.history.count))
        }
        withExtendedLifetime(tokens) {}
    }

    @Test("Objects that several threads share behave the same on one thread", arguments: 0..<100)
    func shared(seed: Int) {
        var random = SeededGenerator(seed: UInt64(seed))
        let limits = (0..<Int.random(in: 2...4, using: &random)).map { _ in Int.random(in: 2...12, using: &random) }
        let number = SharedNumber()
        let heard = limits.map { _ in Recorder<[Int]>() }
        let tokens = limits.enumerated().map { place, limit in
            number.observe(\.value, options: [.old, .new]) { number, change in
                heard[place].record([change.oldValue!, change.newValue!])
                if number.value < limit { number.value = number.value + 1 }
            }
        }
        number.value = 1
        let end = max(1, limits.max()!)
        #expect(number.value == end)
        for recorder in heard { #expect(recorder.elements == (0..<end).map { [$0, $0 + 1] }) }
        withExtendedLifetime(tokens) {}
    }
}

extension Node {
    /// Depends on the value by reading it.
    fileprivate var copy: Value { value }
}
