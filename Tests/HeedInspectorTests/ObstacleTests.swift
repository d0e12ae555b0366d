import Heed
import HeedInspector
import Testing

extension InspectorTests {
    @Suite("Why not")
    struct ObstacleTests {
        private static func only(_ obstacles: [InspectorReport.Obstacle]) throws -> InspectorReport.Obstacle {
            #expect(obstacles.count == 1, "\(obstacles)")
            return try #require(obstacles.first)
        }

        // In a process of its own: tests of diagnostics would receive what this causes.
        @Test("Nothing on the path can be observed")
        func nothingObservable() async {
            await #expect(processExitsWith: .success) { try InspectorTests.ObstacleTests.observeNothing() }
        }

        private static func observeNothing() throws {
            try recording {
                let album = Album()
                let token = album.observe(\.scratched) { _ in }
                let place = here(line: #line - 1)
                let obstacle = try Self.only(Inspector.whyNot(album, \.scratched))
                #expect(obstacle.kind == .nothingObservable)
                #expect(obstacle.place == place)
                withExtendedLifetime(token) {}
            }
        }

        @Test("The token was released", arguments: [false, true])
        func tokenReleased(isComputed: Bool) throws {
            try recording {
                let album = Album()
                let place = isComputed ? dropHeadingToken(of: album) : dropTitleToken(of: album)
                album.title = "Blue"
                let obstacle = try Self.only(isComputed ? Inspector.whyNot(album, \.heading) : Inspector.whyNot(album, \.title))
                #expect(obstacle.kind == .tokenEnded)
                #expect(obstacle.place == place)
                #expect(obstacle.description.contains("released"))
                #expect(obstacle.description.contains("ObstacleTests.swift") || obstacle.description.contains("drop"), "\(obstacle)")
            }
        }

        @inline(never)
        private func dropTitleToken(of album: Album) -> InspectorReport.Place {
            _ = album.observe(\.title) { _ in }
            return here(line: #line - 1)
        }

        @inline(never)
        private func dropHeadingToken(of album: Album) -> InspectorReport.Place {
            _ = album.observe(\.heading) { _ in }
            return here(line: #line - 1)
        }

        @Test("The receptionist waits for a pause")
        func held() throws {
            try recording {
                let subject = Subject<Int>()
                let pause = DeliveryPolicy.debounced(for: .seconds(3600))
                let receptionist = Receptionist(for: .values(of: subject), on: ManualContext(), delivering: pause) { _ in }
                let place = here(line: #line - 1)
                subject.notify(1)
                let obstacle = try Self.only(Inspector.whyNot(subject))
                #expect(obstacle.kind == .waiting)
                #expect(obstacle.place == place)
                #expect(obstacle.description.contains("debounced"))
                withExtendedLifetime(receptionist) {}
            }
        }

        @Test("The target of the hop is blocked")
        func blocked() throws {
            try recording {
                let (hub, context) = (NotificationHub(), ManualContext())
                let token = hub.observe(Renamed.self, on: context) { _ in }
                let place = here(line: #line - 1)
                hub.post(Renamed())
                let obstacle = try Self.only(Inspector.whyNot(hub, Renamed.self))
                #expect(obstacle.kind == .targetBlocked)
                #expect(obstacle.place == place)
                #expect(obstacle.description.contains("ManualContext"))
                context.run()
                #expect(Inspector.whyNot(hub, Renamed.self).isEmpty)
                withExtendedLifetime(token) {}
            }
        }

        @Test("The hop was lost: the context released the job without running it")
        func lost() throws {
            try recording {
                let (hub, context) = (NotificationHub(), ManualContext())
                let token = hub.observe(Renamed.self, on: context) { _ in }
                let place = here(line: #line - 1)
                hub.post(Renamed())
                context.discard()
                let obstacle = try #require(Inspector.whyNot(hub, Renamed.self).first)
                #expect(obstacle.kind == .hopLost)
                #expect(obstacle.place == place)
                withExtendedLifetime(token) {}
            }
        }

        @Test("Equal values are filtered")
        func filtered() throws {
            try recording {
                let album = Album()
                let receptionist = Receptionist(
                    for: .values(of: album, \.title)
                        .removeDuplicates()
                ) { _ in }
                let place = here(line: #line - 2)
                album.title = "Blue"
                #expect(Inspector.whyNot(album, \.title).isEmpty)
                album.title = "Blue"
                album.title = "Blue"
                let obstacle = try Self.only(Inspector.whyNot(album, \.title))
                #expect(obstacle.kind == .filtered)
                #expect(obstacle.place == place)
                #expect(obstacle.description.contains("2 values"))
                withExtendedLifetime(receptionist) {}
            }
        }

        @Test("Another object is observed")
        func otherObject() throws {
            try recording {
                let (album, other) = (Album(), Album())
                let token = other.observe(\.title) { _ in }
                let place = here(line: #line - 1)
                album.title = "Blue"
                let obstacle = try Self.only(Inspector.whyNot(album, \.title))
                #expect(obstacle.kind == .notObserved)
                #expect(obstacle.description.contains("\(place)"))
                withExtendedLifetime(token) {}
            }
        }

        @Test("Nothing was changed")
        func notChanged() throws {
            try recording {
                let album = Album()
                let token = album.observe(\.title) { _ in }
                let place = here(line: #line - 1)
                let obstacle = try Self.only(Inspector.whyNot(album, \.title))
                #expect(obstacle.kind == .notChanged)
                #expect(obstacle.place == place)
                withExtendedLifetime(token) {}
            }
        }

        @Test("The path has no value, because a property on the way is nil and has been since registration")
        func pathIsNil() throws {
            try recording {
                let release = Release()
                let token = release.observe(\.artist?.name) { _ in }
                let place = here(line: #line - 1)
                let obstacle = try Self.only(Inspector.whyNot(release, \.artist?.name))
                #expect(obstacle.kind == .pathIsNil)
                #expect(obstacle.place == place)
                #expect(
                    obstacle.description == """
                        \\Release.artist?.name has no value, because Release.artist is nil, and has been since the observer at \(place) was \
                        registered. That observer is called when Release.artist is set.
                        """
                )
                release.artist = Artist()
                #expect(Inspector.whyNot(release, \.artist?.name).isEmpty)
                release.artist = nil
                let later = try Self.only(Inspector.whyNot(release, \.artist?.name))
                #expect(later.kind == .pathIsNil)
                #expect(later.description.contains("because Release.artist is nil. The observer at \(place) is called when Release"))
                withExtendedLifetime(token) {}
            }
        }

        @Test("The property that is nil is named, at every depth, and not the value at the end of the path")
        func depthOfNil() throws {
            try recording {
                let release = Release()
                let tokens = [
                    release.observe(\.next?.next?.artist?.name) { _ in }, release.observe(\.artist?.city) { _ in },
                    release.observe(\.artist?.label) { _ in },
                ]
                func obstacles() -> [InspectorReport.Obstacle] { Inspector.whyNot(release, \.next?.next?.artist?.name) }
                let first = try Self.only(obstacles())
                #expect(first.description.contains("Release.next is nil"))
                release.next = Release()
                #expect(obstacles().map(\.kind) == [.pathIsNil])
                release.next?.next = Release()
                let third = try Self.only(obstacles())
                #expect(third.description.contains("Release.artist is nil"))
                release.next?.next?.artist = Artist()
                #expect(obstacles().isEmpty)
                #expect(Inspector.whyNot(release, \.artist?.label).map(\.kind) == [.pathIsNil])
                release.artist = Artist()
                #expect(Inspector.whyNot(release, \.artist?.city).isEmpty)
                #expect(Inspector.whyNot(release, \.artist?.label).isEmpty)
                withExtendedLifetime(tokens) {}
            }
        }

        @Test("The observed sender is gone")
        func senderIsGone() throws {
            try recording {
                let hub = NotificationHub()
                var sender: Album? = Album()
                let token = hub.observe(Renamed.self, from: sender) { _ in }
                let place = here(line: #line - 1)
                #expect(Inspector.whyNot(hub, Renamed.self).map(\.kind) == [.notChanged])
                sender = nil
                hub.post(Renamed())
                let obstacle = try Self.only(Inspector.whyNot(hub, Renamed.self))
                #expect(obstacle.kind == .senderIsGone)
                #expect(obstacle.place == place)
                #expect(
                    obstacle.description == """
                        The observer registered at \(place) observes Renamed messages of a sender that was deallocated, so it is never called \
                        again. Observe a sender that exists, and release the token.
                        """
                )
                withExtendedLifetime(token) {}
            }
        }

        @Test("The message was posted in another hub")
        func otherHub() throws {
            try recording {
                let (hub, other) = (NotificationHub(), NotificationHub())
                let token = hub.observe(Misdirected.self) { _ in }
                other.post(Misdirected())
                let obstacle = try Self.only(Inspector.whyNot(hub, Misdirected.self))
                #expect(obstacle.kind == .notChanged)
                #expect(obstacle.description.hasPrefix("No Misdirected was posted in NotificationHub 0x"))
                #expect(obstacle.description.hasSuffix(", where nobody observes it: use the same hub."))
                #expect(obstacle.description.contains("It was posted once in NotificationHub 0x"))
                withExtendedLifetime(token) {}
            }
        }

        private struct Misdirected: HubMessage {}

        @Test("A busy handler that blocks a context is named with its own context")
        func busyContext() throws {
            let (slow, waiting) = (here(line: 1), here(line: 2))
            let report = InspectorReport(
                time: .seconds(2),
                observers: [
                    .init(id: 1, kind: .receptionist, sources: [1], place: slow, context: "MainActorContext"),
                    .init(
                        id: 2, kind: .receptionist, sources: [1], place: waiting, context: "MainActorContext",
                        delivery: .init(waitingCount: 3, hoppingSince: .seconds(1))),
                ],
                events: [.init(id: 1, kind: .handler, source: 1, observer: 1, place: slow, thread: 1, start: .milliseconds(500))]
            )
            let obstacle = try Self.only(report.whyNot(observer: 2))
            #expect(obstacle.description.hasSuffix("The handler at \(slow) has been running in MainActorContext for 1.5 s."))
        }

        @Test("Nobody observes a subject, or its token was invalidated")
        func subject() throws {
            try recording {
                let subject = Subject<Int>()
                #expect(try Self.only(Inspector.whyNot(subject)).kind == .notObserved)
                let token = subject.attach { _ in }
                let place = here(line: #line - 1)
                token.invalidate()
                subject.notify(1)
                let obstacle = try Self.only(Inspector.whyNot(subject))
                #expect(obstacle.kind == .tokenEnded)
                #expect(obstacle.place == place)
                #expect(obstacle.description.contains("invalidated"))
            }
        }

        private struct Renamed: HubMessage {}
    }

    @Suite("Leaks and loops")
    struct LeakTests {
        @Test("A token outlives the observed object", arguments: [false, true])
        func outlived(isComputed: Bool) {
            recording {
                var token: ObservationToken?
                let line = observeForMoment(&token, isComputed: isComputed)
                let leaks = Inspector.leaks().filter { $0.place == here(line: line) }
                #expect(leaks.count == 1)
                #expect(leaks.first?.kind == .observedObjectIsGone)
                #expect(leaks.first?.name == (isComputed ? "Album.heading" : "Album.title"))
                token = nil
                #expect(!Inspector.leaks().contains { $0.place == here(line: line) })
            }
        }

        private func observeForMoment(_ token: inout ObservationToken?, isComputed: Bool) -> Int {
            let album = Album()
            if isComputed {
                token = album.observe(\.heading) { _ in }
                return #line - 1
            }
            token = album.observe(\.title) { _ in }
            return #line - 1
        }

        @Test("A token outlives the observed sender, which the leak's description says")
        func outlivedSender() {
            recording {
                let hub = NotificationHub()
                var sender: Album? = Album()
                let token = hub.observe(Ended.self, from: sender) { _ in }
                let place = here(line: #line - 1)
                let receptionist = Receptionist(for: .messages(Ended.self, in: hub, from: sender), on: ManualContext()) { _ in }
                let other = here(line: #line - 1)
                func leaks() -> [InspectorReport.Leak] { Inspector.leaks().filter { $0.place == place || $0.place == other } }
                #expect(leaks().isEmpty)
                sender = nil
                #expect(leaks().map(\.kind) == [.senderIsGone, .senderIsGone])
                #expect(
                    leaks().first?.description == """
                        Ended: the observed sender was deallocated, but the token of the observer registered at \(place) is still kept. That \
                        observer is never called again: release the token.
                        """
                )
                token.invalidate()
                #expect(leaks().map(\.place) == [other])
                withExtendedLifetime(receptionist) {}
            }
        }

        @Test("A token outlives the observed subject or hub")
        func outlivedSources() {
            recording {
                var (subject, hub): (Subject<Int>?, NotificationHub?) = (Subject(), NotificationHub())
                let tokens = [subject?.attach { _ in }, hub?.observe(Ended.self) { _ in }]
                let place = here(line: #line - 1)
                (subject, hub) = (nil, nil)
                let leaks = Inspector.leaks().filter { $0.place == place }
                #expect(leaks.map(\.kind) == [.observedObjectIsGone, .observedObjectIsGone])
                #expect(Set(leaks.map(\.name)) == ["Subject<Int>", "Ended"])
                withExtendedLifetime(tokens) {}
            }
        }

        private struct Ended: HubMessage {}

        private final class Listener: Observer {
            func update(_ value: Int) {}
        }

        @Test("An attached observer is gone")
        func observerIsGone() {
            recording {
                let subject = Subject<Int>()
                subject.attach(Listener())
                let place = here(line: #line - 1)
                let leaks = Inspector.leaks().filter { $0.place == place }
                #expect(leaks.map(\.kind) == [.observerIsGone])
                subject.notify(1)
                #expect(!Inspector.leaks().contains { $0.place == place })
            }
        }

        // In a process of its own: tests of diagnostics would receive what this causes.
        @Test("An endless loop is named with its handlers")
        func loop() async {
            await #expect(processExitsWith: .success) { try InspectorTests.LeakTests.plantLoop() }
        }

        private static func plantLoop() throws {
            try recording {
                let album = Album()
                let token = album.observe(\.title) { [unowned album] in album.title = $0 + "!" }
                let place = here(line: #line - 1)
                album.title = "Blue"
                let loop = try #require(Inspector.loops().last)
                #expect(loop.place == place)
                #expect(loop.message.contains("Album.title"))
                withExtendedLifetime(token) {}
            }
        }
    }
}
