import Heed
import HeedInspector
import Testing

extension InspectorTests {
    @Suite("Who and why")
    struct QuestionTests {
        @Test("A snapshot of an object names who observes which property, and from where")
        func snapshot() throws {
            let album = Album()
            let token = album.observe(\.title) { _ in }
            let place = here(line: #line - 1)
            let report = Inspector.snapshot(of: album)
            let source = try #require(report.sources.first { $0.name == "Album.title" })
            #expect(source.kind == .property)
            #expect(try #require(source.object).hasPrefix("Album 0x"))
            let observer = try #require(report.observers.first)
            #expect(observer.place == place)
            #expect(observer.kind == .handler)
            #expect(observer.sources == [source.id])
            withExtendedLifetime(token) {}
        }

        @Test("A computed key path is one observer of all that it depends on")
        func keyPath() throws {
            try recording {
                let album = Album()
                let token = album.observe(\.heading) { _ in }
                let report = Inspector.snapshot(of: album)
                let observer = try #require(report.observers.first { $0.kind == .keyPath })
                #expect(observer.keyPath == "Album.heading")
                let names = Set(observer.sources.map { report.name(of: $0) })
                #expect(names.isSuperset(of: ["Album.title", "Album.artist"]))
                withExtendedLifetime(token) {}
            }
        }

        @Test("Paths through other objects are named by their properties, whether or not the objects exist")
        func pathNames() {
            recording {
                let release = Release()
                let tokens = [
                    release.observe(\.artist?.name) { _ in }, release.observe(\.producer.name) { _ in },
                    release.observe(\.producer.label) { _ in }, release.observe(\.next?.artist?.city) { _ in },
                    release.observe(\.producer.name.count) { _ in },
                ]
                let report = Inspector.snapshot(of: release)
                let names = [
                    #"\Release.artist?.name"#, #"\Release.producer.name"#, #"\Release.producer.label"#, #"\Release.next?.artist?.city"#,
                    #"\Release.producer.name.count"#,
                ]
                #expect(report.observers.count == tokens.count)
                #expect(Set(report.observers.compactMap(\.keyPath)) == Set(names))
                #expect(report.sources.allSatisfy { !$0.name.contains("<") }, "\(report.sources.map(\.name))")
                let ended = Inspector.whyNot(Release(), \.producer.name)
                #expect(ended.first?.description.hasPrefix(#"Nobody observes \Release.producer.name of Release 0x"#) == true)
                withExtendedLifetime(tokens) {}
            }
        }

        // In a process of its own: tests of diagnostics would receive what this causes.
        @Test("Mistakes name paths by their properties")
        func pathNamesOfMistakes() async {
            await #expect(processExitsWith: .success) {
                try recording {
                    let owner = PlainOwner()
                    let token = owner.observe(\.thing.note) { _ in }
                    let mistake = try #require(Inspector.report().diagnostics.last)
                    #expect(mistake.message.contains(#"the key path \PlainOwner.thing.note does not fire"#), "\(mistake.message)")
                    #expect(Inspector.whyNot(owner, \.thing.note).allSatisfy { !$0.description.contains("<") })
                    withExtendedLifetime(token) {}
                }
            }
        }

        @Test("A receptionist is shown with context, policy, and what waits and was dropped")
        func receptionist() throws {
            try recording {
                let (subject, context) = (Subject<Int>(), ManualContext())
                let receptionist = Receptionist(for: .values(of: subject), on: context, delivering: .latest) { _ in }
                let place = here(line: #line - 1)
                for number in 1...3 { subject.notify(number) }
                let observer = try #require(Inspector.snapshot(of: subject).observers.first)
                #expect(observer.kind == .receptionist)
                #expect(observer.place == place)
                #expect(observer.context == "ManualContext")
                #expect(observer.policy == "latest")
                #expect(observer.delivery?.waitingCount == 1)
                #expect(observer.delivery?.droppedCount == 2)
                withExtendedLifetime(receptionist) {}
            }
        }

        // In a process of its own: the changes of other tests would take the place of the backtrace.
        @Test("Why: the chain of changes and handlers, and the calls of the outermost setter")
        func why() async {
            await #expect(processExitsWith: .success) { try InspectorTests.QuestionTests.askWhy() }
        }

        private static func askWhy() throws {
            try recording {
                let (first, second) = (Album(), Album())
                let token = first.observe(\.title) { second.title = $0 }
                let place = here(line: #line - 1)
                let other = second.observe(\.heading) { _ in }
                rename(first)
                let why = try #require(Inspector.why(second, \.heading))
                #expect(why.steps.map(\.event.kind) == [.change, .handler, .change])
                #expect(why.steps.map(\.name) == ["Album.title", "Album.title", "Album.title"])
                #expect(why.steps[1].event.place == place)
                #expect(!why.isCut)
                #expect(why.description.contains("\(place)"))
                let calls = Inspector.backtrace(of: why.steps[0].event.id)
                // Heed's own calls are left out, however many there are in a debug build.
                #expect(calls.prefix(2).contains { $0.function?.contains("rename") == true }, "\(calls)")
                withExtendedLifetime((token, other)) {}
            }
        }

        @inline(never)
        private static func rename(_ album: Album) {
            album.title = "Kind of Blue"
        }

        @Test("Why: the chain continues across a hop")
        func whyAcrossHop() throws {
            try recording {
                let (subject, context, hub) = (Subject<Int>(), ManualContext(), NotificationHub())
                let receptionist = Receptionist(for: .values(of: subject), on: context) { hub.post(Told(number: $0)) }
                let place = here(line: #line - 1)
                let token = hub.observe(Told.self) { _ in }
                subject.notify(1)
                subject.notify(2)
                context.run()
                let why = try #require(Inspector.why(hub, Told.self))
                #expect(why.steps.map(\.event.kind) == [.change, .handler, .hop, .handler, .change])
                #expect(why.steps[3].event.place == place)
                // Each value has its own cause.
                let changes = Inspector.snapshot(of: subject).events.filter { $0.kind == .change }
                #expect(why.steps[0].event.id == changes.last?.id)
                withExtendedLifetime((receptionist, token)) {}
            }
        }

        @Test("Why: the chain continues in an asynchronous handler, on whichever thread it goes on")
        func whyInTask() async throws {
            try await recording {
                let (subject, hub) = (Subject<Int>(), NotificationHub())
                let (told, teller) = AsyncStream.makeStream(of: Never.self)
                let (gate, opener) = AsyncStream.makeStream(of: Never.self)
                let token = hub.observe(Told.self) { _ in teller.finish() }
                let receptionist = Receptionist(for: .values(of: subject), on: .concurrent) { number in
                    for await _ in gate {}
                    hub.post(Told(number: number))
                }
                subject.notify(1)
                opener.finish()
                for await _ in told {}
                let why = try #require(Inspector.why(hub, Told.self))
                #expect(why.steps.map(\.event.kind) == [.change, .handler, .hop, .handler, .change])
                withExtendedLifetime((receptionist, token)) {}
            }
        }

        @Test("The times of a handler name the context in which it runs")
        func contexts() throws {
            try recording {
                let (subject, context) = (Subject<Int>(), ManualContext())
                let token = subject.attach { _ in }
                let immediate = here(line: #line - 1)
                let receptionist = Receptionist(for: .values(of: subject), on: context) { _ in }
                let queued = here(line: #line - 1)
                subject.notify(1)
                context.run()
                func times(_ place: InspectorReport.Place) -> InspectorReport.HandlerTimes? {
                    Inspector.handlerTimes().first { $0.place == place }
                }
                #expect(times(immediate)?.context == "ImmediateContext")
                #expect(times(queued)?.context == "ManualContext")
                let text = try #require(times(immediate)).description
                #expect(text.hasPrefix("Subject<Int>: 1 call of the handler at \(immediate) in ImmediateContext, "))
                #expect(text.hasSuffix(" at most"))
                token.invalidate()
                #expect(times(immediate)?.context == nil)
                withExtendedLifetime(receptionist) {}
            }
        }

        private struct Told: HubMessage {
            let number: Int
        }

        @Test("Handlers have times, and events a cause, a thread and a duration")
        func times() throws {
            try recording {
                let subject = Subject<Int>()
                let token = subject.attach { _ in
                    let clock = ContinuousClock()
                    let start = clock.now
                    while clock.now - start < .milliseconds(20) {}
                }
                let place = here(line: #line - 5)
                let whole = ContinuousClock().measure { subject.notify(1) }
                let report = Inspector.snapshot(of: subject)
                let times = try #require(report.handlerTimes().first)
                #expect(times.place == place)
                #expect(times.count == 1)
                #expect(times.longest >= .milliseconds(19))
                // Both clocks are read in steps.
                #expect(times.longest <= whole * 1.1)
                #expect(times.histogram.reduce(0, +) == 1)
                let event = try #require(report.events.first)
                #expect(report.threads.contains { $0.id == event.thread && !$0.name.isEmpty })
                withExtendedLifetime(token) {}
            }
        }
    }
}

private final class PlainThing {
    var note = ""
}

@KeyValueObservable
private final class PlainOwner {
    var thing = PlainThing()
}
