import Foundation
import Heed
import Testing

/// A track that several threads change: the end of every path, and a list.
@KeyValueObservable
private final class Track: Sendable {
    var status: Int = 0
    var parts: [Int] = []
    var next: Track?
    var doubled: Int { status * 2 }
}

@globalActor
private actor Studio {
    static let shared = Studio()
}

/// One kind of root: an object that lives in one isolation, with every kind of path through an object that several threads share.
private protocol Player: KeyValueObservable {
    var track: Track? { get set }
    var own: Int { get set }
}

@KeyValueObservable
private final class FreePlayer: Player {
    var track: Track?
    var own = 0
    var heading: Int { check.note(track?.status ?? -1) + own }
    @NotObserved var check = IsolationCheck(nil)
}

@MainActor
@KeyValueObservable
private final class MainPlayer {
    var track: Track?
    var own = 0
    var heading: Int { check.note(track?.status ?? -1) + own }
    @NotObserved var check = IsolationCheck(MainActor.shared)
}

@MainActor
@KeyValueObservable
private class BasePlayer {
    var track: Track?
    @NotObserved var check = IsolationCheck(MainActor.shared)
}

@MainActor
@KeyValueObservable
private final class SubPlayer: BasePlayer {
    var own = 0
    var heading: Int { check.note(track?.status ?? -1) + own }
}

@Studio
@KeyValueObservable
private final class StudioPlayer {
    var track: Track?
    var own = 0
    var heading: Int { check.note(track?.status ?? -1) + own }
    @NotObserved var check = IsolationCheck(Studio.shared)
}

@KeyValueObservable
private final class SharedPlayer: Sendable {
    var track: Track?
    var own: Int = 0
    var heading: Int { (track?.status ?? -1) + own }
}

/// A counter of calls without a lock, which is correct only in the right isolation, and traps elsewhere.
private final class IsolationCheck {
    private weak let actor: (any Actor)?
    private(set) var calls = 0

    init(_ actor: (any Actor)?) {
        self.actor = actor
    }

    func note<Value>(_ value: Value) -> Value {
        actor?.preconditionIsolated("a getter or handler runs outside of its isolation")
        calls += 1
        return value
    }
}

/// The paths through a track, and where changes are made.
private enum Place: CaseIterable { case here, elsewhere, both }

/// Changes a track from several threads.
private func changeElsewhere(_ track: Track, count: Int, threads: Int = 4) async {
    await withTaskGroup(of: Void.self) { group in
        for _ in 0..<threads {
            group.addTask {
                for number in 0..<count {
                    track.status = number
                    track.parts.append(number)
                    if number % 64 == 0 { await Task.yield() }
                }
            }
        }
    }
}

@Suite("A handler or getter of one isolation never runs outside of it")
struct IsolationMatrixTests {
    @Test("On the main actor, every path keeps its isolation, wherever it is changed", arguments: Place.allCases)
    @MainActor
    private func mainActor(place: Place) async throws {
        let player = MainPlayer()
        let track = Track()
        player.track = track
        let check = IsolationCheck(MainActor.shared)
        var seen: [String: Int] = [:]
        var links: [[Int?]] = []
        let sink = MainPlayer()
        let history = UndoHistory()
        let tokens: [Any] = [
            player.observe(\.track?.status, options: [.old, .new]) { _, change in
                check.note(())
                links.append([change.oldValue!, change.newValue!])
                seen["optional"] = change.newValue!
            },
            player.observe(\.track!.status, options: [.new]) { seen["nested"] = check.note($1.newValue) },
            player.observe(\.heading, options: [.new]) { seen["computed"] = check.note($1.newValue) },
            player.observe(\.track?.doubled) { seen["computed at the end"] = check.note($0) },
            player.observe(\.track?.parts) { seen["collection"] = check.note($0!.count) },
            player.observe(\.own, options: [.new]) { seen["direct"] = check.note($1.newValue) },
            player.bind(\.heading, to: sink, \.own),
            history.recordChanges(of: player, \.own),
        ]
        var sequence = player.changes(of: \.heading, buffering: .buffered(1)).makeAsyncIterator()
        let received = Recorder<Int>()
        let receptionist = Receptionist(for: .changes(of: player, \.heading), on: .mainActor, delivering: .latest) {
            received.record($0.newValue!)
        }
        if place != .here { await changeElsewhere(track, count: 500) }
        if place != .elsewhere {
            withGroupedChanges {
                track.status = 77
                player.own += 1
            }
            track.willChangeValue(for: \.status)
            track.status = 78
            track.didChangeValue(for: \.status)
        }
        let last = await eventually {
            seen["optional"] == track.status && seen["computed"] == track.status + player.own && sink.own == player.heading
        }
        #expect(last, "\(seen), \(track.status)")
        #expect(await eventually { seen["nested"] == track.status && seen["computed at the end"] == track.status * 2 })
        #expect(await eventually { place == .here || seen["collection"] == track.parts.count })
        #expect(await eventually { received.elements.last == player.heading })
        #expect(await sequence.next()?.newValue == player.heading)
        for (link, next) in zip(links, links.dropFirst()) { #expect(link[1] == next[0]) }
        withExtendedLifetime((tokens, receptionist)) {}
    }

    @Test("A track that is added later, and one that is removed, keep the isolation", arguments: Place.allCases)
    @MainActor
    private func exchanged(place: Place) async {
        let player = SubPlayer()
        let (first, second) = (Track(), Track())
        let check = IsolationCheck(MainActor.shared)
        var last: Int?
        let token = player.observe(\.heading, options: [.new]) { last = check.note($1.newValue) }
        player.track = first
        if place != .here { await changeElsewhere(first, count: 100) }
        player.track = second
        if place != .here { await changeElsewhere(second, count: 100) }
        second.status = 5
        #expect(await eventually { last == 5 })

        // Changes of the second track come last and are brought here in the same way, one at a time. Each is the only call.
        await changeElsewhere(second, count: 1, threads: 1)
        #expect(await eventually { last == 0 })
        for number in 1...20 {
            let calls = check.calls
            await changeElsewhere(first, count: 10, threads: 1)
            // What they might bring here comes in the same two steps: a task, and a job of the main actor.
            await Task.detached { await MainActor.run {} }.value
            await Task.detached { second.status = number }.value
            #expect(await eventually { last == number })
            #expect(check.calls - calls == 1)
        }
        withExtendedLifetime(token) {}
    }

    @Test("On a global actor, paths keep its isolation", .assuming)
    @Studio
    func globalActor() async {
        let player = StudioPlayer()
        let track = Track()
        player.track = track
        let check = IsolationCheck(Studio.shared)
        var last: Int?
        let token = player.observe(\.heading, options: [.old, .new]) { last = check.note($1.newValue) }
        await changeElsewhere(track, count: 500)
        #expect(await eventually { last == track.status })
        track.status = -5
        #expect(last == -5, "a change on the actor is delivered immediately")
        withExtendedLifetime(token) {}
    }

    /// A recorder that is an actor, with its own object.
    private actor Deck {
        private let player = FreePlayer()
        private var last: Int?
        private var token: ObservationToken?

        func play(_ track: Track) {
            let check = IsolationCheck(self)
            player.check = IsolationCheck(self)
            player.track = track
            token = player.observe(\.heading, options: [.new]) { [weak self] _, change in
                check.note(())
                self?.assumeIsolated { $0.last = change.newValue }
            }
        }

        func hasHeard(_ status: Int) -> Bool { last == status }
    }

    @Test("In an actor, paths keep its isolation, and observing doesn't keep the actor alive")
    func actor() async {
        let track = Track()
        weak var released: Deck?
        do {
            let deck = Deck()
            released = deck
            await deck.play(track)
            await changeElsewhere(track, count: 500)
            #expect(await eventually { await deck.hasHeard(track.status) })
        }
        #expect(await eventually { released == nil })
        track.status = 3
    }

    @Test("A class that several threads share observes every change on the thread that makes it")
    func shared() async {
        let player = SharedPlayer()
        let track = Track()
        player.track = track
        let count = Box(0)
        let received = Box(0)
        let token = player.observe(\.track?.status, options: []) { _, _ in count.increment() }
        let computed = player.observe(\.heading, options: []) { _, _ in count.increment() }
        let receptionist = Receptionist(for: .changes(of: player, \.heading), on: .immediate) { _ in received.increment() }
        await changeElsewhere(track, count: 500)
        #expect(count.value == 4_000)
        #expect(received.value == 2_000)
        withExtendedLifetime((token, computed, receptionist)) {}
    }

    @Test("On the main actor, a receptionist of a shared object receives every change")
    @MainActor
    func sharedReceptionist() async {
        let track = Track()
        var received = 0
        let receptionist = Receptionist(for: .changes(of: track, \.doubled), on: .mainActor) { _ in received += 1 }
        await changeElsewhere(track, count: 500)
        #expect(await eventually { received == 2_000 })
        withExtendedLifetime(receptionist) {}
    }

    @Test("In generic code, a shared object doesn't use the form for one isolation")
    @MainActor
    func generic() async {
        func watch<Object: KeyValueObservable>(_ object: Object, _ path: KeyPath<Object, Int>, _ handler: @escaping (Int) -> Void)
            -> ObservationToken
        {
            object.observe(path) { handler($0) }
        }
        let track = Track()
        let check = IsolationCheck(MainActor.shared)
        var last: Int?
        let token = watch(track, \.status) { last = check.note($0) }
        await changeElsewhere(track, count: 500)
        #expect(await eventually { last == track.status })
        withExtendedLifetime(token) {}
    }

    @Test("A million changes from four threads run no main-actor code elsewhere")
    @MainActor
    func million() async {
        let player = MainPlayer()
        let track = Track()
        player.track = track
        let check = IsolationCheck(MainActor.shared)
        var last: Int?
        let token = player.observe(\.track?.status) { last = check.note($0) }
        #if SANITIZED
            let count = 25_000
        #else
            let count = 250_000
        #endif
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<4 { group.addTask { for number in 0..<count { track.status = number } } }
        }
        #expect(await eventually { last == count - 1 })
        #expect(check.calls > 0)
        withExtendedLifetime(token) {}
    }
}

extension DiagnosticsSuite {
    @Suite("Observers without an isolation to bring changes to are refused")
    struct UnknownIsolationTests {
        private func reports(of body: () -> Void) -> [Diagnostic] {
            let reports = Recorder<Diagnostic>()
            Diagnostics.setHandler { if $0.kind == .unknownIsolation { reports.record($0) } }
            body()
            Diagnostics.setHandler(nil)
            return reports.elements
        }

        @Test("A path through a shared object is refused to code that belongs to no actor")
        func refused() {
            var calls = 0
            let reports = reports {
                let player = FreePlayer()
                let track = Track()
                player.track = track
                let tokens: [Any] = [
                    player.observe(\.track?.status, options: [.initial]) { _, _ in calls += 1 },
                    player.observe(\.heading, options: []) { _, _ in calls += 1 },
                    Receptionist(for: .changes(of: player, \.track?.status), on: .immediate) { _ in },
                    player.bind(\.heading, to: FreePlayer(), \.own),
                    player.changes(of: \.heading),
                ]
                track.status = 5
                withExtendedLifetime(tokens) {}
            }
            #expect(calls == 0)
            #expect(reports.count == 5)
            #expect(reports.allSatisfy { $0.path.last == "Track.status" })
            #expect(reports.first?.description.contains("is not observed: any thread can change Track.status") == true)
            #expect(reports.first?.description.contains("such as one marked @MainActor") == true)
            #expect(reports.first?.place?.description.contains("IsolationMatrixTests") == true)
        }

        @Test("A path that later leads through a shared object is observed as far as it belongs to its own object")
        func later() {
            let player = FreePlayer()
            let track = Track()
            var heard: [Int] = []
            let reports = reports {
                let token = player.observe(\.heading) { heard.append($0) }
                player.own = 2
                player.track = track
                track.status = 9
                player.own = 3
                withExtendedLifetime(token) {}
            }
            #expect(heard == [1, 2, 12])
            #expect(reports.count == 1)
            #expect(reports.first?.description.contains("changes of Track.status do not reach the observer") == true)
        }
    }
}
