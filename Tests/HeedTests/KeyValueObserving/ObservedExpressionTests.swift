import Heed
import Synchronization
import Testing

/// A number that several threads change.
@KeyValueObservable
private final class Meter: Sendable {
    var level: Int = 0
}

/// A main-actor number.
@MainActor
@KeyValueObservable
private final class Dial {
    var level = 0
}

/// Two numbers, what is computed from them, and a choice between them.
@KeyValueObservable
private final class Model {
    var first = 0
    var second = 0
    var next: Model?
    var takesFirst = true

    var computed: Int { takesFirst ? first + (next?.second ?? 0) : second }
}

@Suite("Observed expressions")
struct ObservedExpressionTests {
    @Test("An expression fires once for each change of what it reads, in any number of objects")
    func objects() {
        let (album, artist, counts) = (Album(title: "t"), Artist("a"), Sums())
        let told = Recorder<String>()
        let token = observe {
            "\(album.heading), \(artist.displayName), \(counts.diamond)"
        } onChange: { text in
            told.record(text)
        }
        album.title = "T"
        artist.name = "A"
        counts.a = 1
        counts.b = 7
        album.rating = 3
        album.tracks.append("x")
        #expect(told.elements == ["T · 0, a, 0", "T · 0, A, 0", "T · 0, A, 5", "T · 1, A, 5"])
        withExtendedLifetime(token) {}
    }

    @Test("What another branch reads is found once the expression takes that branch")
    func branches() {
        let (first, second) = (Model(), Model())
        let told = Recorder<[Int]>()
        let token = observe {
            first.takesFirst ? first.first : second.second
        } onChange: { old, new in
            told.record([old, new])
        }
        second.second = 1
        first.first = 2
        first.takesFirst = false
        first.first = 3
        second.second = 4
        #expect(told.elements == [[0, 2], [2, 1], [1, 4]])
        withExtendedLifetime(token) {}
    }

    @Test("The initial call comes at once, with the current value as both")
    func initial() {
        let model = Model()
        model.first = 5
        let told = Recorder<[Int]>()
        let tokens = [
            observe(initial: true) {
                model.first
            } onChange: { value in
                told.record([value])
            },
            observe(initial: true) {
                model.first
            } onChange: { old, new in
                told.record([old, new])
            },
        ]
        model.first = 6
        #expect(told.elements == [[5], [5, 5], [6], [5, 6]])
        withExtendedLifetime(tokens) {}
    }

    @Test("Within a group it fires once, at the end, with the value from before the group")
    func groups() {
        let (first, second) = (Model(), Model())
        let told = Recorder<[Int]>()
        let token = observe {
            first.first + second.first
        } onChange: { old, new in
            told.record([old, new])
        }
        withGroupedChanges {
            first.first = 1
            second.first = 10
            first.first = 2
        }
        #expect(told.elements == [[0, 12]])
        withExtendedLifetime(token) {}
    }

    @Test("Expressions and key paths are called in registration order, and a handler's own change comes after the one that it handles")
    func order() {
        let model = Model()
        let told = Recorder<String>()
        let tokens = [
            model.observe(\.first) { value in told.record("path \(value)") },
            observe {
                model.first
            } onChange: { value in
                told.record("expression \(value)")
                if value < 2 { model.first = value + 1 }
            },
            observe {
                model.first
            } onChange: { old, new in
                told.record("\(old) → \(new)")
            },
        ]
        model.first = 1
        #expect(told.elements.filter { $0.hasPrefix("path") } == ["path 1", "path 2"])
        #expect(told.elements.filter { $0.hasPrefix("expression") } == ["expression 1", "expression 2"])
        #expect(told.elements.filter { $0.contains("→") } == ["0 → 1", "1 → 2"])
        #expect(told.elements.prefix(2) == ["path 1", "expression 1"])
        withExtendedLifetime(tokens) {}
    }

    @Test("Invalidating stops the calls, and releases what both closures captured")
    func invalidating() {
        let model = Model()
        weak var captured: Model?
        let told = Recorder<Int>()
        let token = {
            let other = Model()
            captured = other
            return observe {
                model.first + other.first
            } onChange: { value in
                told.record(value)
            }
        }()
        #expect(captured != nil)
        captured?.first = 1
        token.invalidate()
        #expect(captured == nil)
        model.first = 2
        #expect(told.elements == [1])
    }

    @Test("Objects that it captures weakly may go, and it goes on with the others")
    func weakCaptures() {
        let model = Model()
        var other: Model? = Model()
        let told = Recorder<Int>()
        let token = observe { [weak other] in
            model.first + (other?.first ?? -100)
        } onChange: { value in
            told.record(value)
        }
        other?.first = 1
        other = nil
        model.first = 2
        #expect(told.elements == [1, -98])
        withExtendedLifetime(token) {}
    }

    @Test("An expression reports what a computed property with the same body reports", arguments: 0..<200 as Range<UInt64>)
    func likeComputedProperties(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let models = [Model(), Model(), Model()]
        let root = models[0]
        let (property, expression) = (Recorder<[Int]>(), Recorder<[Int]>())
        func read() -> Int { root.takesFirst ? root.first + (root.next?.second ?? 0) : root.second }
        let tokens = [
            root.observe(\.computed) { old, new in property.record([old, new]) },
            observe(read) { old, new in expression.record([old, new]) },
        ]
        func change() {
            let model = models.randomElement(using: &random) ?? root
            switch Int.random(in: 0..<5, using: &random) {
            case 0: model.first += 1
            case 1: model.second -= 1
            case 2: model.next = Bool.random(using: &random) ? models.randomElement(using: &random) : nil
            case 3: model.takesFirst.toggle()
            default:
                withGroupedChanges {
                    model.first += 1
                    model.second += 1
                }
            }
        }
        for _ in 0..<40 {
            if Int.random(in: 0..<4, using: &random) == 0 {
                withGroupedChanges { for _ in 0..<3 { change() } }
            } else {
                change()
            }
            #expect(property.elements == expression.elements)
        }
        withExtendedLifetime(tokens) {}
    }

    @Test("The value may be a tuple, and an observable object observes an expression by the module's name")
    func forms() {
        let watcher = Watcher()
        watcher.watch()
        watcher.model.second = 2
        watcher.model.first = 1
        #expect(watcher.told.elements == [[0, 2], [1, 2]])
    }

    // MARK: Isolation

    @Test("On the main actor it reads objects of the actor and shared ones, and stays there, whichever thread changes them")
    @MainActor
    func mainActor() async {
        let (dial, meters) = (Dial(), [Meter(), Meter()])
        var last = 0
        let token = observe {
            MainActor.preconditionIsolated()
            return dial.level + meters.reduce(0) { $0 + $1.level }
        } onChange: { value in
            MainActor.preconditionIsolated()
            last = value
        }
        await withTaskGroup(of: Void.self) { group in
            for meter in meters { group.addTask { for number in 1...1000 { meter.level = number } } }
            for number in 1...100 {
                dial.level = number
                await Task.yield()
            }
        }
        #expect(await eventually { last == 2100 })
        withExtendedLifetime(token) {}
    }

    private actor Studio {
        let meter = Meter()
        private(set) var last = 0
        private var token: ObservationToken?

        func start() {
            token = observe {
                self.preconditionIsolated()
                return self.meter.level
            } onChange: { value in
                self.preconditionIsolated()
                self.last = value
            }
        }

        func stop() { token = nil }
    }

    @Test("In an actor it stays in the actor")
    func actor() async {
        let studio = Studio()
        await studio.start()
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<2 { group.addTask { for number in 1...1000 { studio.meter.level = number } } }
        }
        #expect(await eventually { await studio.last == 1000 })
        await studio.stop()
    }

    // MARK: Sources

    @Test("A receptionist of an expression delivers its values, beginning with the current one, until it ends")
    func receptionist() {
        let (first, second) = (Model(), Model())
        let told = Recorder<Int>()
        let receptionist = Receptionist(for: .values { first.first + second.second }, on: .immediate) { told.record($0) }
        first.first = 1
        second.second = 10
        receptionist.invalidate()
        first.first = 2
        #expect(told.elements == [0, 1, 11])
    }

    @Test("A sequence of an expression's values")
    func sequence() async {
        let (first, second) = (Model(), Model())
        let values = ObservationSource.values { first.first + second.second }.values()
        first.first = 1
        second.second = 10
        var found: [Int] = []
        for await value in values {
            found.append(value)
            if value == 11 { break }
        }
        #expect(found.last == 11)
    }

    @Test("Code that belongs to no actor observes shared objects where they change")
    func shared() {
        let (first, second) = (Meter(), Meter())
        let told = Recorder<Int>()
        let token = observe(on: .immediate, initial: true) {
            first.level + second.level
        } onChange: { sum in
            told.record(sum)
        }
        first.level = 1
        #expect(OtherThread { second.level = 2 }.join())
        #expect(told.elements == [0, 1, 3])
        token.invalidate()
        first.level = 5
        #expect(told.elements == [0, 1, 3])
    }

    @Test("Code that belongs to no actor receives the old and the new value, which form a chain")
    func sharedBothValues() {
        let (first, second) = (Meter(), Meter())
        let told = Recorder<[Int]>()
        let token = observe(on: .immediate) {
            first.level + second.level
        } onChange: { old, new in
            told.record([old, new])
        }
        first.level = 1
        #expect(OtherThread.concurrently(2) { thread in (thread == 0 ? first : second).level += 2 })
        let changes = told.elements
        #expect(changes.first == [0, 1])
        #expect(changes.last?.last == 5)
        #expect(zip(changes, changes.dropFirst()).allSatisfy { $0[1] == $1[0] })
        withExtendedLifetime(token) {}
    }

    @Test("However threads change shared objects, an expression's last value is the current one, and its handler runs once at a time")
    func contended() {
        for _ in 0..<100 {
            let meters = (0..<3).map { _ in Meter() }
            let told = Recorder<Int>()
            let running = Atomic(0)
            let token = observe(on: .immediate) {
                meters.reduce(0) { $0 + $1.level }
            } onChange: { sum in
                #expect(running.add(1, ordering: .relaxed).newValue == 1)
                told.record(sum)
                running.subtract(1, ordering: .relaxed)
            }
            let areDone = OtherThread.concurrently(3) { thread in
                for step in 1...20 { meters[thread].level = step }
            }
            #expect(areDone)
            #expect(told.elements.last == 60)
            withExtendedLifetime(token) {}
        }
    }

    @Test("A receptionist of an expression over shared objects receives changes wherever they are made")
    func sharedSource() {
        let (first, second) = (Meter(), Meter())
        let told = Recorder<Int>()
        let receptionist = Receptionist(for: .values(on: .immediate) { first.level + second.level }) { told.record($0) }
        first.level = 1
        #expect(OtherThread { second.level = 2 }.join())
        #expect(told.elements == [0, 1, 3])
        withExtendedLifetime(receptionist) {}
    }

    @Test("An expression over shared objects reports what a shared object's computed property reports", arguments: 0..<100 as Range<UInt64>)
    func sharedTwins(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let pair = MeterPair()
        let (told, expected) = (Recorder<Int>(), Recorder<Int>())
        let tokens = [
            observe(on: .immediate) {
                pair.takesFirst ? pair.first.level : pair.second.level
            } onChange: {
                told.record($0)
            },
            pair.observe(\.level) { expected.record($0) },
        ]
        for _ in 0..<30 {
            switch Int.random(in: 0..<5, using: &random) {
            case 0: pair.takesFirst.toggle()
            case 1: pair.first.level += 1
            case 2: pair.second.level += 1
            case 3: pair.first = Meter()
            default:
                withGroupedChanges {
                    pair.first.level += 2
                    pair.takesFirst = true
                }
            }
            #expect(told.elements == expected.elements, "seed \(seed)")
        }
        withExtendedLifetime(tokens) {}
    }
}

/// Two numbers, of which one counts.
@KeyValueObservable
private final class MeterPair: Sendable {
    var first: Meter = Meter()
    var second: Meter = Meter()
    var takesFirst = true

    var level: Int { takesFirst ? first.level : second.level }
}

extension DiagnosticsSuite {
    @Suite("Expressions that can't be observed are named")
    struct ObservedExpressionDiagnosticTests {
        @Test("A shared object is refused to code that belongs to no actor")
        func refused() {
            let reports = Recorder<Diagnostic>()
            Diagnostics.setHandler { if $0.kind == .unknownIsolation { reports.record($0) } }
            defer { Diagnostics.setHandler(nil) }
            let meter = Meter()
            let told = Recorder<Int>()
            let token = observe {
                meter.level
            } onChange: { value in
                told.record(value)
            }
            meter.level = 1
            #expect(told.elements.isEmpty)
            #expect(reports.elements.map(\.path.last) == ["Meter.level"])
            #expect(reports.elements.first?.place?.description.contains("ObservedExpressionTests") == true)
            withExtendedLifetime(token) {}
        }

        @Test("An expression that reads nothing observable is reported for its place, and one that reads a plain object is not")
        func silent() {
            let reports = Recorder<Diagnostic>()
            Diagnostics.setHandler { if $0.kind == .silentKeyPath { reports.record($0) } }
            defer { Diagnostics.setHandler(nil) }
            let (number, owner) = (Box(1), Owner())
            let tokens = [
                observe {
                    number.value
                } onChange: { _ in
                },
                observe {
                    owner.box?.value
                } onChange: { _ in
                },
            ]
            #expect(reports.elements.map(\.path) == [["the expression"]])
            #expect(reports.elements.first?.description.contains(": the expression can never fire by itself") == true)
            withExtendedLifetime(tokens) {}
        }
    }
}

@KeyValueObservable
private final class Owner {
    var box: Box<Int>?
}

/// An object that observes what it has, and has a method `observe` itself.
@KeyValueObservable
private final class Watcher {
    let model = Model()
    let told = Recorder<[Int]>()
    @NotObserved private var token: ObservationToken?

    func watch() {
        token = Heed.observe { [weak self] in
            (self?.model.first ?? 0, self?.model.second ?? 0)
        } onChange: { [weak self] pair in
            self?.told.record([pair.0, pair.1])
        }
    }
}
