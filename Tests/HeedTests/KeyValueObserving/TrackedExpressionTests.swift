import Heed
import Observation
import Testing

#if canImport(Glibc)
    import Glibc
#endif

/// A number that only Observation knows.
@Observable
private final class Page {
    var number = 0
    var next: Page?
}

/// A number that only Heed knows, and a choice.
@KeyValueObservable
private final class Player {
    var position = 0
    var isPlaying = true
}

/// What both know, and what a getter remembers until Observation announces a change.
@KeyValueObservable
@MainActor
private final class Shown: Observable {
    var count = 0
    var names: [String] = []
    @NotObserved private var remembered: Int?

    var double: Int {
        dependsOn(\.count)
        if let remembered { return remembered }
        let double = withObservationTracking {
            count * 2
        } onChange: { [weak self] in
            MainActor.assumeIsolated { self?.remembered = nil }
        }
        remembered = double
        return double
    }
}

/// A number that both know, and several threads change.
@KeyValueObservable
private final class SharedShown: Sendable, Observable {
    var count: Int = 0
}

@Suite("Expressions that read objects of Observation")
@MainActor
struct TrackedExpressionTests {
    private let page = Page()
    private let player = Player()

    /// Lets the jobs run that wait on the main actor now, as far as they can be made to come first.
    private func settle() async {
        for _ in 0..<3 { await Task { @MainActor in }.value }
    }

    /// Waits until a list is as expected, and fails with what it is instead.
    private func expect<Element: Equatable>(
        _ list: @autoclosure () -> [Element], is expected: [Element], _ location: SourceLocation = #_sourceLocation
    ) async {
        guard await !eventually({ list() == expected }) else { return }
        #expect(list() == expected, sourceLocation: location)
    }

    @Test("A change is reported after it was made, in a job, with the old and the new value")
    func changes() async {
        var told: [[Int]] = []
        let token = observe {
            page.number
        } onChange: { old, new in
            told.append([old, new])
        }
        page.number = 1
        #expect(told.isEmpty)
        await expect(told, is: [[0, 1]])
        page.number = 2
        page.number = 3
        await expect(told, is: [[0, 1], [1, 3]])
        withExtendedLifetime(token) {}
    }

    @Test("A handler that changes the value also receives that change")
    func changeInHandler() async {
        var told: [Int] = []
        let token = observe { [page] in
            page.number
        } onChange: { [page] number in
            told.append(number)
            if number < 3 { page.number += 1 }
        }
        page.number = 1
        await expect(told, is: [1, 2, 3])
        withExtendedLifetime(token) {}
    }

    @Test("An equal value, or the same object again, is not reported, but the next change is")
    func sameValues() async {
        let next = Page()
        page.next = next
        var (numbers, objects) = ([Int](), 0)
        let tokens = [
            observe {
                page.number
            } onChange: { value in
                numbers.append(value)
            },
            observe {
                page.next
            } onChange: { _ in
                objects += 1
            },
        ]
        page.number = 0
        page.next = next
        await settle()
        page.number = 1
        page.number = 0
        await settle()
        #expect(numbers.isEmpty && objects == 0)
        page.number = 7
        page.next = Page()
        await expect([numbers, [objects]], is: [[7], [1]])
        withExtendedLifetime(tokens) {}
    }

    @Test("With objects of Heed in the same expression, each change of theirs is reported at once, and the others afterwards")
    func mixed() async {
        var told: [[Int]] = []
        let token = observe(initial: true) {
            page.number * 100 + player.position
        } onChange: { old, new in
            told.append([old, new])
        }
        player.position = 1
        player.position = 2
        page.number = 1
        await expect(told, is: [[0, 0], [0, 1], [1, 2], [2, 102]])
        told = []
        // A change in between brings the announced one along; its job finds nothing new.
        page.number = 2
        player.position = 3
        #expect(told == [[102, 203]])
        await settle()
        #expect(told == [[102, 203]])
        withExtendedLifetime(token) {}
    }

    @Test("Objects that another branch reads are found once it is taken, and left with it")
    func branches() async {
        let other = Page()
        var told: [Int] = []
        let token = observe {
            player.isPlaying ? player.position : other.number + (page.next?.number ?? 0)
        } onChange: { value in
            told.append(value)
        }
        other.number = 1
        await settle()
        #expect(told.isEmpty)
        player.isPlaying = false
        #expect(told == [1])
        page.next = Page()
        await settle()
        page.next?.number = 10
        await expect(told, is: [1, 11])
        player.isPlaying = true
        other.number = 5
        await settle()
        #expect(told == [1, 11, 0])
        withExtendedLifetime(token) {}
    }

    @Test("An object that both know is reported once for each change, at once")
    func both() async {
        let shown = Shown()
        var told: [Int] = []
        let token = observe {
            shown.count + page.number
        } onChange: { value in
            told.append(value)
        }
        shown.count = 1
        shown.count = 1
        #expect(told == [1, 1])
        page.number = 10
        await expect(told, is: [1, 1, 11])
        shown.count = 2
        await settle()
        page.number = 20
        await expect(told, is: [1, 1, 11, 12, 22])
        withExtendedLifetime(token) {}
    }

    @Test("Values that can't be compared are reported once for each change, too, and a getter may track what it reads")
    func incomparable() async {
        let shown = Shown()
        var told: [[Int]] = []
        let token = observe {
            (shown.double, page.number)
        } onChange: { values in
            told.append([values.0, values.1])
        }
        shown.count = 1
        await settle()
        shown.count = 2
        shown.count = 3
        await settle()
        page.number = 1
        await expect(told, is: [[2, 0], [4, 0], [6, 0], [6, 1]])
        shown.count = 4
        await settle()
        #expect(told == [[2, 0], [4, 0], [6, 0], [6, 1], [8, 1]])
        withExtendedLifetime(token) {}
    }

    @Test("A change isn't lost if the expression is read while it is being announced")
    func readDuringAnnouncement() async {
        var told: [Int] = []
        let page = page
        nonisolated(unsafe) let player = player
        let token = observe {
            page.number * 100 + player.position
        } onChange: { value in
            told.append(value)
        }
        withObservationTracking {
            _ = page.number
        } onChange: {
            player.position += 1
        }
        page.number = 1
        await expect([told.last], is: [101])
        page.number = 2
        await expect([told.last], is: [201])
        withExtendedLifetime(token) {}
    }

    @Test("Once it has ended, nothing is reported, not even an announced change, and what it captured is released though no object changes")
    func ends() async {
        weak var captured: Player?
        var told = 0
        var token: ObservationToken? = {
            let player = Player()
            captured = player
            return observe { [page] in
                page.number + player.position
            } onChange: { _ in
                told += 1
            }
        }()
        captured?.position = 1
        page.number = 1
        await expect([told], is: [2])
        page.number = 2
        token = nil
        await settle()
        #expect(told == 2)
        #expect(await eventually { captured == nil })
        withExtendedLifetime(token) {}
    }

    @Test("A receptionist follows it")
    func source() async {
        let shown = Shown()
        let receptionist = Receptionist(for: .values { [page] in page.number }, on: .mainActor) { shown.count = $0 }
        page.number = 4
        #expect(await eventually { shown.count == 4 })
        withExtendedLifetime(receptionist) {}
    }

    private actor Studio {
        private let page = Page()
        private(set) var last = 0
        private var token: ObservationToken?

        func start() {
            token = observe {
                self.preconditionIsolated()
                return self.page.number
            } onChange: { value in
                self.preconditionIsolated()
                self.last = value
            }
        }

        func turn() { page.number += 1 }

        func stop() { token = nil }
    }

    @Test("In an actor it stays in the actor")
    func actor() async {
        let studio = Studio()
        await studio.start()
        for _ in 0..<100 { await studio.turn() }
        #expect(await eventually { await studio.last == 100 })
        await studio.stop()
    }

    #if canImport(Glibc)
        @Test("Reading it again and again leaves nothing behind in an object that doesn't change")
        func memory() async {
            await #expect(processExitsWith: .success) {
                await MainActor.run {
                    let (page, player) = (Page(), Player())
                    var told = 0
                    let token = observe {
                        page.number + player.position
                    } onChange: { _ in
                        told += 1
                    }
                    for _ in 0..<1000 { player.position += 1 }
                    let before = peakKilobytes
                    for _ in 0..<100_000 { player.position += 1 }
                    precondition(told == 101_000)
                    precondition(peakKilobytes < before + 10_000, "\(peakKilobytes - before) KB are left")
                    withExtendedLifetime(token) {}
                }
            }
        }
    #endif

    @Test(
        "Whatever changes in whatever order, the last value reported is the current one, and changes of Heed are reported at once",
        arguments: 0..<100 as Range<UInt64>)
    func histories(seed: UInt64) async {
        var random = SeededGenerator(seed: seed)
        let (pages, players, shown, shared) = ([Page(), Page(), Page()], [Player(), Player()], Shown(), SharedShown())
        func read() -> [Int] {
            var numbers = [shown.count, shown.names.count, shared.count, shown.double]
            for player in players { numbers.append(player.isPlaying ? player.position : pages[1].number) }
            var next: Page? = pages[0]
            while let page = next, numbers.count < 9 {
                numbers.append(page.number)
                next = page.next
            }
            return numbers
        }
        var (told, calls) = (read(), 0)
        let token = observe(read) { old, new in
            #expect(old == told, "seed \(seed)")
            told = new
            calls += 1
        }
        for _ in 0..<60 {
            let before = calls
            switch Int.random(in: 0..<11, using: &random) {
            case 0:
                players.randomElement(using: &random)?.isPlaying.toggle()
                #expect(calls == before + 1 && told == read(), "seed \(seed)")
            case 1:
                shown.count += 1
                #expect(calls == before + 1 && told == read(), "seed \(seed)")
            case 2:
                shown.names.append("n")
                #expect(calls == before + 1 && told == read(), "seed \(seed)")
            case 3:
                withGroupedChanges {
                    shown.count += 1
                    pages.randomElement(using: &random)?.number += 1
                    shared.count += 1
                    shown.names = []
                    pages.randomElement(using: &random)?.number += 1
                }
                #expect(calls == before + 1 && told == read(), "seed \(seed)")
            case 4: await Task.detached { shared.count += 1 }.value
            case 5: shared.count += 1
            case 6: pages.randomElement(using: &random)?.number += 1
            case 7: pages.randomElement(using: &random)?.next = pages.randomElement(using: &random)
            case 8: pages.randomElement(using: &random)?.next = nil
            case 9: players.randomElement(using: &random)?.position += 1
            default:
                #expect(await eventually { told == read() }, "seed \(seed)")
            }
        }
        #expect(await eventually { told == read() }, "seed \(seed)")
        for page in pages { page.next = nil }
        withExtendedLifetime(token) {}
    }
}

#if canImport(Glibc)
    /// The most memory that the process has had.
    private var peakKilobytes: Int {
        var usage = rusage()
        getrusage(.init(0), &usage)
        return usage.ru_maxrss
    }
#endif

extension DiagnosticsSuite {
    @Suite("Expressions whose announced changes nothing can read are named")
    struct TrackedExpressionDiagnosticTests {
        @Test("Code that belongs to no actor can't read them afterwards; on the main actor, nothing is reported")
        func withoutActor() async {
            let reports = Recorder<Diagnostic>()
            Diagnostics.setHandler { reports.record($0) }
            defer { Diagnostics.setHandler(nil) }
            let page = Page()
            let token = observe {
                page.number
            } onChange: { _ in
            }
            #expect(reports.elements.map(\.kind) == [.unknownIsolation])
            #expect(
                reports.elements.first?.description.contains("an @Observable object do not reach the observer of the expression") == true)
            withExtendedLifetime(token) {}
            await MainActor.run {
                let page = Page()
                let token = observe {
                    page.number
                } onChange: { _ in
                }
                withExtendedLifetime(token) {}
            }
            #expect(reports.elements.count == 1)
        }
    }
}
