import Heed
import Testing

@Suite("Grouped changes")
struct GroupedChangesTests {
    private let sums = Sums()

    @Test("Each observed path notifies once, at the end, with the values before and after the group")
    func once() {
        let album = Album(title: "0")
        let first = Artist("first")
        let second = Artist("second")
        album.artist = first
        let told = Recorder<String>()
        let tokens = [
            album.observe(\.signature) { told.record("\($0) → \($1)") },
            album.observe(\.title) { told.record("\($0) → \($1)") },
        ]
        let name = album.observe(\.artist?.name) { told.record("\($0!) → \($1!)") }
        withGroupedChanges {
            album.title = "1"
            first.name = "unheard"
            album.artist = second
            album.tracks.append("x")
            second.name = "last"
            album.title = "2"
            #expect(told.count == 0)
        }
        #expect(told.elements == ["0 · 0 by first → 2 · 1 by last", "0 → 2", "first → last"])
        album.title = "3"
        #expect(told.count == 5)
        withExtendedLifetime((tokens, name)) {}
    }

    @Test("A group carries what all sixteen options request, with one prior call before the first change", arguments: 0..<3)
    func options(path: Int) {
        let paths: [KeyPath<Sums, Int>] = [\.a, \.sum, \.diamond]
        for options in KeyValueObservingOptions.combinations {
            let sums = Sums()
            let told = Recorder<Change<Int>>()
            let token = sums.observe(paths[path], options: options) { sums, change in
                #expect(change.kind == .setting)
                told.record(Change(change, present: sums[keyPath: paths[path]]))
            }
            withGroupedChanges {
                sums.a = 1
                sums.a = 2
                sums.b = 3
                sums.a += 5
            }
            #expect(told.elements == Change.expected(options, for: [0, sums[keyPath: paths[path]]]), "\(options)")
            withExtendedLifetime(token) {}
        }
    }

    @Test("Groups nest, and the outermost one notifies")
    func nesting() {
        let told = Recorder<[Int]>()
        let token = sums.observe(\.sum) { told.record([$0, $1]) }
        let result = withGroupedChanges {
            sums.a = 1
            withGroupedChanges { sums.b = 2 }
            #expect(told.count == 0)
            sums.a = 3
            return "result"
        }
        #expect(result == "result")
        #expect(told.elements == [[0, 5]])
        withExtendedLifetime(token) {}
    }

    @Test("A group without changes notifies no observers")
    func empty() {
        let calls = Box(0)
        let token = sums.observe(\.sum, options: []) { _, _ in calls.increment() }
        withGroupedChanges { _ = sums.sum }
        #expect(calls.value == 0)
        withExtendedLifetime(token) {}
    }

    @Test("A group that throws notifies of its changes, and rethrows the typed error")
    func throwing() {
        struct Failure: Error {}
        let told = Recorder<[Int]>()
        let token = sums.observe(\.sum) { told.record([$0, $1]) }
        do {
            try withGroupedChanges { () throws(Failure) in
                sums.a = 1
                sums.b = 2
                throw Failure()
            }
            Issue.record("the error was swallowed")
        } catch {
            #expect(told.elements == [[0, 3]])
        }
        sums.a = 2
        #expect(told.count == 2)
        withExtendedLifetime(token) {}
    }

    @Test("Observers of all objects are called in registration order")
    func order() {
        let others = (0..<3).map { _ in Sums() }
        let told = Recorder<Int>()
        let tokens = [
            others[2].observe(\.a, options: []) { _, _ in told.record(0) },
            others[0].observe(\.sum, options: []) { _, _ in told.record(1) },
            others[1].observe(\.b, options: []) { _, _ in told.record(2) },
            others[0].observe(\.a, options: []) { _, _ in told.record(3) },
            others[2].observe(\.total, options: []) { _, _ in told.record(4) },
        ]
        withGroupedChanges {
            for sums in others {
                sums.b = 1
                sums.a = 1
            }
        }
        #expect(told.elements == [0, 1, 2, 3, 4])
        withExtendedLifetime(tokens) {}
    }

    @Test("A handler's change after the group comes after it, for every observer of every property of the group")
    func reentrancy() {
        for reacting in 0..<3 {
            let sums = Sums()
            let told = (0..<3).map { _ in Recorder<[Int]>() }
            let paths: [KeyPath<Sums, Int>] = [\.a, \.b, \.sum]
            let tokens = paths.indices.map { number in
                sums.observe(paths[number], options: [.old, .new]) { sums, change in
                    told[number].record([change.oldValue!, change.newValue!])
                    if number == reacting, sums.b < 100 { sums.b = 100 }
                }
            }
            withGroupedChanges {
                sums.a = 1
                sums.b = 2
            }
            #expect(told[0].elements == [[0, 1]])
            #expect(told[1].elements == [[0, 2], [2, 100]])
            #expect(told[2].elements == [[0, 3], [3, 101]])
            withExtendedLifetime(tokens) {}
        }
    }

    @Test("A handler's change comes second for a path that found the property in the group, shared or not")
    func changeOfFoundProperty() {
        let told = Recorder<String>()
        let (item, cart) = (Ware(), Basket())
        let (sharedItem, sharedCart) = (SharedWare(), SharedBasket())
        let tokens = [
            item.observe(\.doubled) { if $0 == 4 { item.price = 50 } },
            cart.observe(\.total) { told.record("\($0) → \($1)") },
            sharedItem.observe(\.doubled) { if $0 == 4 { sharedItem.price = 50 } },
            sharedCart.observe(\.total) { told.record("\($0) → \($1)") },
        ]
        withGroupedChanges {
            cart.items = [item]
            item.price = 2
        }
        #expect(told.removeAll() == ["0 → 2", "2 → 50"])
        withGroupedChanges {
            sharedCart.items = [sharedItem]
            sharedItem.price = 2
        }
        #expect(told.removeAll() == ["0 → 2", "2 → 50"])
        withExtendedLifetime(tokens) {}
    }

    @Test("Handlers can also group changes")
    func groupInHandler() {
        let told = Recorder<[Int]>()
        let tokens = [
            sums.observe(\.a, options: [.new]) { sums, change in
                guard change.newValue! < 3 else { return }
                withGroupedChanges {
                    sums.a += 1
                    sums.b += 10
                }
            },
            sums.observe(\.sum) { told.record([$0, $1]) },
        ]
        withGroupedChanges { sums.a = 1 }
        #expect(told.elements == [[0, 1], [1, 12], [12, 23]])
        withExtendedLifetime(tokens) {}
    }

    @Test("An observer that registers in the middle of a group receives later changes, from the value at that time")
    func comingWithinGroup() {
        let told = Recorder<[Int]>()
        var tokens: [ObservationToken] = []
        withGroupedChanges {
            let early = sums.observe(\.a) { told.record([$0, $1]) }
            sums.a = 1
            let late = sums.observe(\.a) { told.record([$0, $1]) }
            let sum = sums.observe(\.sum) { told.record([$0, $1]) }
            sums.a = 2
            let tooLate = sums.observe(\.a, options: []) { _, _ in Issue.record("nothing has changed since") }
            tokens = [early, late, sum, tooLate]
        }
        #expect(told.elements == [[0, 2], [1, 2], [1, 2]])
        withExtendedLifetime(tokens) {}
    }

    @Test("An observer removed in the middle of a group, or while it notifies, receives nothing more")
    func leavingWithinGroup() {
        let tokens = Box<[ObservationToken]>([])
        let told = Recorder<Int>()
        tokens.exchange(
            (0..<4).map { number in
                sums.observe(number == 3 ? \.sum : \.a) { _, _ in
                    told.record(number)
                    if number == 1 { tokens.value[3].invalidate() }
                }
            }
        )
        withGroupedChanges {
            sums.a = 1
            tokens.value[0].invalidate()
            sums.b = 2
        }
        #expect(told.elements == [1, 2])
        tokens.exchange([])
    }

    @Test("A group keeps its objects alive until it notifies, and a dying object notifies immediately")
    func lifetimes() {
        let told = Recorder<Int>()
        weak var released: Sums?
        withGroupedChanges {
            let short = Sums()
            released = short
            let token = short.observe(\.a) { told.record($0) }
            short.a = 1
            withExtendedLifetime(token) {}
        }
        #expect(released == nil)
        #expect(told.count == 0, "its token had been released")

        var mortal: Mortal? = Mortal()
        let token = mortal!.observe(\.value) { told.record($0) }
        withGroupedChanges { mortal = nil }
        #expect(told.elements == [-1])
        withExtendedLifetime(token) {}
    }

    @Test("Manual pairs become part of the group, stored or computed; one that began earlier notifies separately")
    func byHand() {
        let told = Recorder<[Int]>()
        let tokens = [
            sums.observe(\.a) { told.record([$0, $1]) },
            sums.observe(\.c) { told.record([$0, $1]) },
        ]
        sums.willChangeValue(for: \.c)
        withGroupedChanges {
            sums.willChangeValue(for: \.a)
            sums.a = 1
            sums.didChangeValue(for: \.a)
            sums.a = 2
            sums.c = 5
            #expect(told.count == 0)
        }
        #expect(told.elements == [[0, 2]])
        sums.didChangeValue(for: \.c)
        #expect(told.elements == [[0, 2], [0, 5]])
        withExtendedLifetime(tokens) {}
    }

    @Test("A group on one thread doesn't delay another thread's changes")
    func threads() {
        let number = SharedNumber()
        let told = Recorder<[Int]>()
        let token = number.observe(\.value) { told.record([$0, $1]) }
        withGroupedChanges {
            number.value = 1
            #expect(OtherThread { number.value = 2 }.join())
            #expect(told.elements == [[1, 2]])
            number.value = 3
        }
        #expect(told.elements == [[1, 2], [0, 3]])
        withExtendedLifetime(token) {}
    }

    @Test("250 groups on each of 4 threads are exactly 1,000 calls, for stored and computed paths")
    func exactlyOnce() {
        let number = SharedNumber()
        let calls = Box(0)
        let doubledCalls = Box(0)
        let tokens = [
            number.observe(\.value, options: []) { _, _ in calls.increment() },
            number.observe(\.doubled, options: []) { _, _ in doubledCalls.increment() },
        ]
        let areDone = OtherThread.concurrently(4) { _ in
            for step in 0..<250 {
                withGroupedChanges {
                    number.value = step
                    number.value = step + 1
                }
            }
        }
        #expect(areDone)
        #expect(calls.value == 1_000)
        #expect(doubledCalls.value == 1_000)
        withExtendedLifetime(tokens) {}
    }

    @Test("A group of ten thousand objects notifies like a group of two")
    func manyObjects() {
        let all = (0..<10_000).map { _ in Sums() }
        let calls = Box(0)
        let tokens = all.map { $0.observe(\.sum, options: []) { _, _ in calls.increment() } }
        withGroupedChanges {
            for sums in all {
                sums.a = 1
                sums.b = 1
            }
        }
        #expect(calls.value == 10_000)
        withExtendedLifetime(tokens) {}
    }

    @Test("A group on the main actor accesses its state")
    @MainActor func mainActor() {
        let counter = Counter()
        var told: [Int] = []
        let token = counter.observe(\.count) { told.append($0) }
        withGroupedChanges {
            counter.count = 1
            counter.count = 2
        }
        #expect(told == [2])
        withExtendedLifetime(token) {}
    }
}

@KeyValueObservable
private final class Ware {
    var price = 0
    var doubled: Int { price * 2 }
}

@KeyValueObservable
private final class Basket {
    var items: [Ware] = []
    var total: Int { items.reduce(0) { $0 + $1.price } }
}

@KeyValueObservable
private final class SharedWare: Sendable {
    var price: Int = 0
    var doubled: Int { price * 2 }
}

@KeyValueObservable
private final class SharedBasket: Sendable {
    var items: [SharedWare] = []
    var total: Int { items.reduce(0) { $0 + $1.price } }
}
