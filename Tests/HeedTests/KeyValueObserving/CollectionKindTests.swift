import Heed
import Testing

@Suite("Kinds and indexes of collections that are changed in place")
struct CollectionKindTests {
    private let shelf = Shelf()

    /// A way to change an array, with the expected report.
    struct Mutation: Sendable, CustomTestStringConvertible {
        let testDescription: String
        var start = ["a", "b", "c", "d"]
        let mutate: @Sendable (Shelf) -> Void
        let told: CollectionChange<[String]>
    }

    static let mutations: [Mutation] = [
        Mutation(testDescription: "append", mutate: { $0.titles.append("e") }, told: .init(.insertion, [4], new: ["e"])),
        Mutation(testDescription: "+=", mutate: { $0.titles += ["e", "f"] }, told: .init(.insertion, [4, 5], new: ["e", "f"])),
        Mutation(testDescription: "insert", mutate: { $0.titles.insert("x", at: 1) }, told: .init(.insertion, [1], new: ["x"])),
        Mutation(
            testDescription: "insert several",
            mutate: { $0.titles.insert(contentsOf: ["x", "y"], at: 0) },
            told: .init(.insertion, [0, 1], new: ["x", "y"])
        ),
        Mutation(testDescription: "subscript", mutate: { $0.titles[2] = "x" }, told: .init(.replacement, [2], old: ["c"], new: ["x"])),
        Mutation(
            testDescription: "a change within an element",
            mutate: { $0.titles[2] += "x" },
            told: .init(.replacement, [2], old: ["c"], new: ["cx"])
        ),
        Mutation(testDescription: "remove", mutate: { $0.titles.remove(at: 1) }, told: .init(.removal, [1], old: ["b"])),
        Mutation(testDescription: "removeFirst", mutate: { $0.titles.removeFirst() }, told: .init(.removal, [0], old: ["a"])),
        Mutation(testDescription: "removeLast", mutate: { $0.titles.removeLast() }, told: .init(.removal, [3], old: ["d"])),
        Mutation(testDescription: "popLast", mutate: { _ = $0.titles.popLast() }, told: .init(.removal, [3], old: ["d"])),
        Mutation(
            testDescription: "removeAll",
            mutate: { $0.titles.removeAll() },
            told: .init(.removal, [0, 1, 2, 3], old: ["a", "b", "c", "d"])
        ),
        Mutation(
            testDescription: "removeAll(where:) with gaps",
            mutate: { $0.titles.removeAll { ["a", "c"].contains($0) } },
            told: .init(.removal, [0, 2], old: ["a", "c"])
        ),
        Mutation(
            testDescription: "removeSubrange",
            mutate: { $0.titles.removeSubrange(1...2) },
            told: .init(.removal, [1, 2], old: ["b", "c"])
        ),
        Mutation(
            testDescription: "a range for one as long",
            mutate: { $0.titles[1...2] = ["x", "y"] },
            told: .init(.replacement, [1, 2], old: ["b", "c"], new: ["x", "y"])
        ),
        Mutation(
            testDescription: "a range for a longer one that has nothing of it",
            mutate: { $0.titles.replaceSubrange(1...1, with: ["x", "y"]) },
            told: .init(.setting, old: ["a", "b", "c", "d"], new: ["a", "x", "y", "c", "d"])
        ),
        Mutation(
            testDescription: "swapAt",
            mutate: { $0.titles.swapAt(0, 3) },
            told: .init(.replacement, [0, 3], old: ["a", "d"], new: ["d", "a"])
        ),
        Mutation(
            testDescription: "a move, which exchanges the elements between the two places",
            mutate: { $0.titles.moveFirstToPlaceTwo() },
            told: .init(.replacement, [0, 1, 2], old: ["a", "b", "c"], new: ["b", "c", "a"])
        ),
        Mutation(
            testDescription: "reverse",
            mutate: { $0.titles.reverse() },
            told: .init(.replacement, [0, 1, 2, 3], old: ["a", "b", "c", "d"], new: ["d", "c", "b", "a"])
        ),
        Mutation(
            testDescription: "an element for an equal one",
            mutate: { $0.titles[0] = "a" },
            told: .init(.setting, old: ["a", "b", "c", "d"], new: ["a", "b", "c", "d"])
        ),
        Mutation(
            testDescription: "one of several equal elements",
            start: ["x", "x", "y"],
            mutate: { $0.titles.insert("x", at: 0) },
            told: .init(.insertion, [2], new: ["x"])
        ),
        Mutation(
            testDescription: "assignment of the whole",
            mutate: { $0.titles = ["a", "b", "c", "d", "e"] },
            told: .init(.setting, old: ["a", "b", "c", "d"], new: ["a", "b", "c", "d", "e"])
        ),
        Mutation(
            testDescription: "writing through a key path",
            mutate: { $0[keyPath: \.titles].append("e") },
            told: .init(.setting, old: ["a", "b", "c", "d"], new: ["a", "b", "c", "d", "e"])
        ),
    ]

    @Test("Each way to change an array reports what happened, with all sixteen options", arguments: mutations)
    func arrays(mutation: Mutation) {
        for options in KeyValueObservingOptions.combinations {
            let shelf = Shelf()
            shelf.titles = mutation.start
            let told = Recorder<CollectionChange<[String]>>()
            let token = shelf.observe(\.titles, options: options) { told.record(CollectionChange($1)) }
            mutation.mutate(shelf)
            var expected: [CollectionChange<[String]>] = []
            if options.contains(.initial) { expected.append(.init(.setting, new: mutation.start).carried(options)) }
            // A change in place isn't known beforehand.
            if options.contains(.prior) { expected.append(.init(.setting, old: mutation.start, isPrior: true).carried(options)) }
            expected.append(mutation.told.carried(options))
            #expect(told.elements == expected, "\(options)")
            withExtendedLifetime(token) {}
        }
    }

    @Test("For any two arrays, the reported change leads from one to the other")
    func allPairs() {
        var arrays: [[String]] = [[]]
        for length in 0..<4 {
            arrays += arrays.filter { $0.count == length }.flatMap { array in ["a", "b", "c"].map { array + [$0] } }
        }
        let told = Box<CollectionChange<[String]>?>(nil)
        let token = shelf.observe(\.titles, options: [.old, .new]) { told.exchange(CollectionChange($1)) }
        func assign(_ new: [String], to titles: inout [String]) { titles = new }
        var kinds: [KeyValueChangeKind: Int] = [:]
        for old in arrays {
            for new in arrays {
                shelf.titles = old
                assign(new, to: &shelf.titles)
                let change = told.value!
                kinds[change.kind, default: 0] += 1
                var result = old
                switch change.kind {
                case .setting:
                    #expect(change.indexes == nil && change.old == old)
                    result = change.new!
                case .insertion:
                    #expect(change.old == nil && change.indexes!.count == change.new!.count)
                    for (index, element) in zip(change.indexes!, change.new!) { result.insert(element, at: index) }
                case .removal:
                    #expect(change.new == nil && change.indexes!.map { old[$0] } == change.old!)
                    for index in change.indexes!.reversed() { result.remove(at: index) }
                case .replacement:
                    #expect(change.indexes!.map { old[$0] } == change.old!)
                    for (index, element) in zip(change.indexes!, change.new!) { result[index] = element }
                }
                #expect(result == new, "from \(old) to \(new)")
            }
        }
        #expect(kinds.count == 4)
        withExtendedLifetime(token) {}
    }

    @Test("Indexes count from the start, even if a collection's own don't")
    func slice() {
        let told = Recorder<CollectionChange<ArraySlice<Int>>>()
        let token = shelf.observe(\.slice, options: [.old, .new]) { told.record(CollectionChange($1)) }
        shelf.slice.append(4)
        shelf.slice.removeFirst()
        #expect(told.elements == [.init(.insertion, [3], new: [4]), .init(.removal, [0], old: [1])])
        withExtendedLifetime(token) {}
    }

    @Test("Objects that aren't Equatable are compared by identity, and other elements count as a setting")
    func otherElements() {
        let witnesses = [Witness(), Witness()]
        let kinds = Recorder<KeyValueChangeKind>()
        let tokens = [
            shelf.observe(\.nodes, options: [.old]) { _, change in
                kinds.record(change.kind)
                if change.kind == .removal { #expect(change.oldValue!.first === witnesses[0]) }
            },
            shelf.observe(\.closures, options: []) { kinds.record($1.kind) },
            shelf.observe(\.optional, options: []) { kinds.record($1.kind) },
            shelf.observe(\.text, options: []) { kinds.record($1.kind) },
        ]
        shelf.nodes.append(contentsOf: witnesses)
        shelf.nodes.removeFirst()
        shelf.closures.append({})
        shelf.optional = []
        shelf.optional?.append(1)
        shelf.text += "x"
        #expect(kinds.elements == [.insertion, .removal, .setting, .setting, .setting, .setting])
        withExtendedLifetime(tokens) {}
    }

    @Test("Sets report the inserted and removed members")
    func sets() {
        let told = Recorder<CollectionChange<Set<String>>>()
        let token = shelf.observe(\.tags, options: [.old, .new]) { told.record(CollectionChange($1)) }
        shelf.tags.insert("a")
        shelf.tags.formUnion(["b", "c"])
        shelf.tags.subtract(["a", "b"])
        shelf.tags.formSymmetricDifference(["c", "d"])
        shelf.tags.formIntersection(["d"])
        shelf.tags = ["e"]
        #expect(
            told.elements == [
                .init(.insertion, new: ["a"]),
                .init(.insertion, new: ["b", "c"]),
                .init(.removal, old: ["a", "b"]),
                .init(.replacement, old: ["c"], new: ["d"]),
                .init(.setting, old: ["d"], new: ["d"]),
                .init(.setting, old: ["d"], new: ["e"]),
            ]
        )
        withExtendedLifetime(token) {}
    }

    @Test("Dictionaries report the inserted, removed and replaced members")
    func dictionaries() {
        let told = Recorder<CollectionChange<[String: Int]>>()
        let token = shelf.observe(\.ratings, options: [.old, .new]) { told.record(CollectionChange($1)) }
        shelf.ratings["a"] = 1
        shelf.ratings.merge(["b": 2, "c": 3]) { $1 }
        shelf.ratings["a"] = 5
        shelf.ratings["b"] = nil
        shelf.ratings.removeAll()
        shelf.ratings = ["d": 4]
        #expect(
            told.elements == [
                .init(.insertion, new: ["a": 1]),
                .init(.insertion, new: ["b": 2, "c": 3]),
                .init(.replacement, old: ["a": 1], new: ["a": 5]),
                .init(.removal, old: ["b": 2]),
                .init(.removal, old: ["a": 5, "c": 3]),
                .init(.setting, old: [:], new: ["d": 4]),
            ]
        )
        withExtendedLifetime(token) {}
    }

    @Test("didSet runs in between, and a generic property is compared like any other")
    func observersAndGenerics() {
        let node = Node([1, 2])
        let told = Recorder<CollectionChange<[Int]>>()
        let tokens = [
            shelf.observe(\.checked, options: [.new]) { shelf, change in
                #expect(shelf.checks == 1)
                told.record(CollectionChange(change))
            },
            node.observe(\.value, options: [.old]) { told.record(CollectionChange($1)) },
        ]
        shelf.checked.append(1)
        node.value.removeLast()
        #expect(told.elements == [.init(.insertion, [0], new: [1]), .init(.removal, [1], old: [2])])
        withExtendedLifetime(tokens) {}
    }

    @Test("Dependents of the collection receive a setting")
    func dependants() {
        let node = Node(shelf)
        let kinds = Recorder<KeyValueChangeKind>()
        let tokens = [
            shelf.observe(\.titleCount, options: []) { kinds.record($1.kind) },
            shelf.observe(\.reversed, options: []) { kinds.record($1.kind) },
            shelf.observe(\.titles.count, options: []) { kinds.record($1.kind) },
        ]
        let deep = node.observe(\.value.titles, options: []) { kinds.record($1.kind) }
        shelf.titles.append("x")
        shelf.mutableValue(for: \.titles).append("y")
        #expect(kinds.elements == Array(repeating: .setting, count: 8))
        withExtendedLifetime((tokens, deep)) {}
    }

    @Test("A shared object's collection reports changes in place like any other")
    func shared() {
        let shelf = SharedShelf()
        let told = Recorder<CollectionChange<[Int]>>()
        let token = shelf.observe(\.numbers, options: [.old, .new]) { told.record(CollectionChange($1)) }
        shelf.numbers.append(1)
        shelf.numbers[0] = 2
        shelf.numbers = []
        #expect(
            told.elements == [
                .init(.insertion, [0], new: [1]), .init(.replacement, [0], old: [1], new: [2]), .init(.setting, old: [2], new: []),
            ]
        )
        withExtendedLifetime(token) {}
    }
}

extension [String] {
    fileprivate mutating func moveFirstToPlaceTwo() {
        insert(removeFirst(), at: 2)
    }
}
