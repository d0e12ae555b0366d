import Heed
import Testing

@Suite("Collections changed through MutableCollectionValue")
struct ExplicitCollectionTests {
    struct Call: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let make: @Sendable (Shelf) -> Void
        let told: CollectionChange<[String]>
        let result: [String]
    }

    static let start = ["a", "b", "c", "d"]

    static let calls: [Call] = [
        Call(
            testDescription: "insert",
            make: { $0.mutableValue(for: \.titles).insert("x", at: 1) },
            told: .init(.insertion, [1], new: ["x"]),
            result: ["a", "x", "b", "c", "d"]
        ),
        Call(
            testDescription: "insert several",
            make: { $0.mutableValue(for: \.titles).insert(contentsOf: ["x", "y"], at: 4) },
            told: .init(.insertion, [4, 5], new: ["x", "y"]),
            result: ["a", "b", "c", "d", "x", "y"]
        ),
        Call(
            testDescription: "append",
            make: { $0.mutableValue(for: \.titles).append("a") },
            told: .init(.insertion, [4], new: ["a"]),
            result: ["a", "b", "c", "d", "a"]
        ),
        Call(
            testDescription: "append several",
            make: { $0.mutableValue(for: \.titles).append(contentsOf: ["x", "y"]) },
            told: .init(.insertion, [4, 5], new: ["x", "y"]),
            result: ["a", "b", "c", "d", "x", "y"]
        ),
        Call(
            testDescription: "remove",
            make: { #expect($0.mutableValue(for: \.titles).remove(at: 1) == "b") },
            told: .init(.removal, [1], old: ["b"]),
            result: ["a", "c", "d"]
        ),
        Call(
            testDescription: "remove several with gaps",
            make: { #expect($0.mutableValue(for: \.titles).removeSubranges(RangeSet([0..<1, 2..<4])) == ["a", "c", "d"]) },
            told: .init(.removal, [0, 2, 3], old: ["a", "c", "d"]),
            result: ["b"]
        ),
        Call(
            testDescription: "replace, also by an equal element",
            make: { $0.mutableValue(for: \.titles)[2] = "c" },
            told: .init(.replacement, [2], old: ["c"], new: ["c"]),
            result: ["a", "b", "c", "d"]
        ),
        Call(
            testDescription: "replace several",
            make: { $0.mutableValue(for: \.titles).replaceSubrange(1..<3, with: ["x", "y"]) },
            told: .init(.replacement, [1, 2], old: ["b", "c"], new: ["x", "y"]),
            result: ["a", "x", "y", "d"]
        ),
    ]

    @Test("Each call carries its own kind, with all sixteen options, observed or not", arguments: calls)
    func plain(call: Call) {
        let unobserved = Shelf()
        unobserved.titles = Self.start
        call.make(unobserved)
        #expect(unobserved.titles == call.result)

        for options in KeyValueObservingOptions.combinations {
            let shelf = Shelf()
            shelf.titles = Self.start
            let told = Recorder<CollectionChange<[String]>>()
            let present = Recorder<[String]>()
            let token = shelf.observe(\.titles, options: options) { shelf, change in
                told.record(CollectionChange(change))
                present.record(shelf.titles)
            }
            call.make(shelf)
            var expected: [CollectionChange<[String]>] = []
            if options.contains(.initial) { expected.append(.init(.setting, new: Self.start).carried(options)) }
            if options.contains(.prior) {
                expected.append(CollectionChange(call.told.kind, call.told.indexes, old: call.told.old, isPrior: true).carried(options))
            }
            expected.append(call.told.carried(options))
            #expect(told.elements == expected, "\(options)")
            #expect(present.elements.last == call.result)
            #expect(present.elements.dropLast().allSatisfy { $0 == Self.start })
            withExtendedLifetime(token) {}
        }
    }

    @Test("Within a group or a manual pair, a call is part of that change", arguments: calls, [0, 1, 2])
    func nested(call: Call, nesting: Int) {
        for options in KeyValueObservingOptions.combinations {
            let shelf = Shelf()
            shelf.titles = Self.start
            let told = Recorder<CollectionChange<[String]>>()
            let token = shelf.observe(\.titles, options: options) { told.record(CollectionChange($1)) }
            func byHand() {
                shelf.willChangeValue(for: \.titles)
                call.make(shelf)
                shelf.didChangeValue(for: \.titles)
            }
            switch nesting {
            case 0: withGroupedChanges { call.make(shelf) }
            case 1: byHand()
            default: withGroupedChanges { byHand() }
            }
            var expected: [CollectionChange<[String]>] = []
            if options.contains(.initial) { expected.append(.init(.setting, new: Self.start).carried(options)) }
            if options.contains(.prior) { expected.append(.init(.setting, old: Self.start, isPrior: true).carried(options)) }
            expected.append(CollectionChange(.setting, old: Self.start, new: call.result).carried(options))
            #expect(told.elements == expected, "\(options)")
            withExtendedLifetime(token) {}
        }
    }

    @Test("A collection that is computed or another object's also changes, as a setting")
    func elsewhere() {
        let node = Node(Shelf())
        node.value.titles = ["a"]
        let told = Recorder<CollectionChange<[String]>>()
        let tokens = [
            node.value.observe(\.reversed, options: [.new]) { told.record(CollectionChange($1)) }
        ]
        node.value.mutableValue(for: \.reversed).append("b")
        #expect(node.value.titles == ["b", "a"])
        node.mutableValue(for: \.value.titles).insert("c", at: 0)
        #expect(node.value.titles == ["c", "b", "a"])
        #expect(told.elements == [.init(.setting, new: ["a", "b"]), .init(.setting, new: ["a", "b", "c"])])
        withExtendedLifetime(tokens) {}
    }

    @Test("A set reports only members that were inserted or removed")
    func sets() {
        let shelf = Shelf()
        let told = Recorder<CollectionChange<Set<String>>>()
        let token = shelf.observe(\.tags, options: [.old, .new]) { told.record(CollectionChange($1)) }
        #expect(shelf.mutableValue(for: \.tags).insert("a"))
        #expect(!shelf.mutableValue(for: \.tags).insert("a"))
        #expect(!shelf.mutableValue(for: \.tags).remove("b"))
        #expect(shelf.mutableValue(for: \.tags).remove("a"))
        #expect(told.elements == [.init(.insertion, new: ["a"]), .init(.removal, old: ["a"])])
        withExtendedLifetime(token) {}
    }

    @Test("Appending to a long observed list through MutableCollectionValue compares and copies nothing")
    func linear() {
        let shelf = Shelf()
        let calls = Box(0)
        let token = shelf.observe(\.counted, options: [.old, .new]) { _, change in
            calls.increment()
            #expect(change.newValue?.count == 1)
        }
        let before = CountedElement.comparisons.value
        var moves = 0
        var address = shelf.counted.withUnsafeBufferPointer { $0.baseAddress }
        for number in 0..<1_000 {
            shelf.mutableValue(for: \.counted).append(CountedElement(number: number))
            let present = shelf.counted.withUnsafeBufferPointer { $0.baseAddress }
            if present != address { moves += 1 }
            address = present
        }
        #expect(calls.value == 1_000)
        #expect(CountedElement.comparisons.value == before)
        // A list that grows by doubling moves about ten times; one copied for each call moves a thousand times.
        #expect(moves < 20)
        token.invalidate()

        // Nothing is compared either if no observer wants to know which elements changed.
        let count = shelf.observe(\.counted.count, options: []) { _, _ in calls.increment() }
        shelf.counted.append(CountedElement(number: 1))
        #expect(calls.value == 1_001)
        #expect(CountedElement.comparisons.value == before)
        count.invalidate()
        shelf.counted.append(CountedElement(number: 2))
        #expect(CountedElement.comparisons.value == before)

        // In place, one change compares each element at most once.
        let again = shelf.observe(\.counted, options: []) { _, _ in calls.increment() }
        shelf.counted.append(CountedElement(number: 3))
        #expect(calls.value == 1_002)
        #expect((1...1_010).contains(CountedElement.comparisons.value - before))
        withExtendedLifetime(again) {}
    }

    @Test("In a group, a list is copied once and not for each call")
    func linearInGroup() {
        let shelf = Shelf()
        let changes = Recorder<Int>()
        let token = shelf.observe(\.counted) { changes.record($1.count - $0.count) }
        var moves = 0
        withGroupedChanges {
            var address = shelf.counted.withUnsafeBufferPointer { $0.baseAddress }
            for number in 0..<1_000 {
                shelf.mutableValue(for: \.counted).append(CountedElement(number: number))
                let present = shelf.counted.withUnsafeBufferPointer { $0.baseAddress }
                if present != address { moves += 1 }
                address = present
            }
        }
        #expect(changes.elements == [1_000])
        #expect(moves < 20)
        withExtendedLifetime(token) {}
    }

    @Test("Calls on several threads lose nothing, and each notifies once")
    func threads() {
        let shelf = SharedShelf()
        let told = Box(0)
        let counts = Box(0)
        let tokens = [
            shelf.observe(\.numbers, options: [.new]) { _, change in
                #expect(change.kind == .insertion && change.newValue!.count == 1)
                told.increment()
            },
            shelf.observe(\.count, options: []) { _, _ in counts.increment() },
        ]
        let appended = Recorder<Int>()
        let positions = SharedShelf()
        let position = positions.observe(\.numbers, options: [.new]) { appended.record($1.indexes.ranges[0].lowerBound) }
        let areDone = OtherThread.concurrently(4) { thread in
            for number in 0..<250 {
                shelf.mutableValue(for: \.numbers).insert(thread * 250 + number, at: 0)
                positions.mutableValue(for: \.numbers).append(number)
            }
        }
        #expect(appended.elements.sorted() == Array(0..<1_000), "each append has a position of its own")
        withExtendedLifetime(position) {}
        #expect(areDone)
        #expect(shelf.numbers.sorted() == Array(0..<1_000))
        #expect(told.value == 1_000)
        #expect(counts.value == 1_000)
        withExtendedLifetime(tokens) {}
    }

    @Test("A handler's change of the collection comes after the change it received")
    func reentrancy() {
        let shelf = Shelf()
        let told = (0..<2).map { _ in Recorder<CollectionChange<[String]>>() }
        let first = shelf.observe(\.titles, options: [.old, .new]) { shelf, change in
            told[0].record(CollectionChange(change))
            if shelf.titles.count < 3 { shelf.mutableValue(for: \.titles).append("x\(shelf.titles.count)") }
        }
        let second = shelf.observe(\.titles, options: [.old, .new]) { told[1].record(CollectionChange($1)) }
        shelf.mutableValue(for: \.titles).append("x0")
        let expected = (0..<3).map { CollectionChange(.insertion, [$0], new: ["x\($0)"]) }
        #expect(told.map(\.elements) == [expected, expected])
        withExtendedLifetime((first, second)) {}
    }

    @Test("Indexes are those at the time of the change, whatever handlers did before it", arguments: [false, true])
    func positionsAfterReentrancy(isPrior: Bool) {
        let shelf = Shelf()
        let replicas = (0..<3).map { _ in Recorder<CollectionChange<[String]>>() }
        let tokens = (0..<3).map { number in
            shelf.observe(\.titles, options: isPrior ? [.prior, .old, .new] : [.old, .new]) { shelf, change in
                if !change.isPrior { replicas[number].record(CollectionChange(change)) }
                guard !change.isPrior, shelf.titles.count < 8, change.kind == .insertion else { return }
                switch number {
                case 0: shelf.mutableValue(for: \.titles).append("p\(shelf.titles.count)")
                case 1: shelf.mutableValue(for: \.titles).insert("q\(shelf.titles.count)", at: 0)
                default: shelf.mutableValue(for: \.titles)[0] = "r"
                }
            }
        }
        shelf.titles = ["a"]
        shelf.mutableValue(for: \.titles).append("x")
        shelf.mutableValue(for: \.titles).remove(at: 1)
        for replica in replicas {
            var titles: [String] = []
            for change in replica.elements {
                switch change.kind {
                case .setting: titles = change.new!
                case .insertion: titles.insert(contentsOf: change.new!, at: change.indexes![0])
                case .removal: #expect(titles.remove(at: change.indexes![0]) == change.old![0])
                case .replacement:
                    #expect(titles[change.indexes![0]] == change.old![0])
                    titles[change.indexes![0]] = change.new![0]
                }
            }
            #expect(titles == shelf.titles)
        }
        withExtendedLifetime(tokens) {}
    }

    @Test("A replacement of a range by more or fewer elements is a setting")
    func unevenReplacement() {
        let shelf = Shelf()
        shelf.titles = ["a", "b"]
        let changes = Recorder<CollectionChange<[String]>>()
        let token = shelf.observe(\.titles, options: [.old, .new]) { changes.record(CollectionChange($1)) }
        shelf.mutableValue(for: \.titles).replaceSubrange(0..<1, with: ["x", "y"])
        shelf.mutableValue(for: \.titles).replaceSubrange(0..<3, with: [])
        #expect(changes.elements.map(\.kind) == [.setting, .setting])
        #expect(changes.elements.map(\.old) == [["a", "b"], ["x", "y", "b"]])
        #expect(changes.elements.map(\.new) == [["x", "y", "b"], []])
        withExtendedLifetime(token) {}
    }
}
