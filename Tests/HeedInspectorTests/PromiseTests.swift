import Foundation
import Heed
import HeedInspector
import Synchronization
import Testing

extension InspectorTests {
    @Suite("Promises of the recording")
    struct PromiseTests {
        @Test("Without a recording, nothing is recorded")
        func off() throws {
            let subject = Subject<Int>()
            let token = subject.attach { _ in }
            subject.notify(1)
            #expect(Inspector.snapshot(of: subject).events.isEmpty)
            withExtendedLifetime(token) {}
        }

        @Test("Neither the recording nor a report keeps an object alive")
        func lifetimes() throws {
            try recording {
                weak var gone: Album?
                var report = InspectorReport()
                do {
                    let album = Album()
                    gone = album
                    let token = album.observe(\.heading) { _ in }
                    album.title = "Blue"
                    report = Inspector.report()
                    #expect(Inspector.why(album, \.heading) != nil)
                    token.invalidate()
                }
                #expect(gone == nil)
                #expect(report.sources.contains { $0.name == "Album.title" })
                let source = try #require(Inspector.report().sources.last { $0.name == "Album.title" })
                #expect(!source.isAlive)
            }
        }

        @Test("A recording changes neither order nor values, whatever is nested")
        func sameBehaviour() {
            func run() -> [String] {
                let (album, log) = (Album(), Log())
                let tokens = [
                    album.observe(\.title, initial: true) { log.add("first \($0)") },
                    album.observe(\.heading) { log.add("heading \($0)") },
                    album.observe(\.title) { [unowned album] title in if title.count < 4 { album.title = title + "!" } },
                    album.observe(\.title, options: [.prior, .old, .new]) { _, change in
                        log.add("\(change.isPrior ? "prior" : "after") \(change.oldValue ?? "-") \(change.newValue ?? "-")")
                    },
                ]
                album.title = "A"
                album.artist = "B"
                withExtendedLifetime(tokens) {}
                return log.lines.withLock { $0 }
            }
            let plain = run()
            #expect(recording { run() } == plain)
            #expect(plain.count > 10)
        }

        private final class Log: Sendable {
            let lines = Mutex<[String]>([])
            func add(_ line: String) { lines.withLock { $0.append(line) } }
        }

        @Test("The oldest events go, and are counted; those that are kept are whole")
        func bounded() throws {
            try recording {
                let subject = Subject<Int>()
                let token = subject.attach { _ in }
                let before = Inspector.report().events.last?.id ?? 0
                for number in 0..<100_000 { subject.notify(number) }
                let report = Inspector.report(since: before)
                #expect(report.events.count <= 65_536)
                #expect(report.events.count > 60_000)
                #expect(report.lostEventCount >= 200_000 - 65_536)
                #expect(zip(report.events, report.events.dropFirst()).allSatisfy { $0.id < $1.id })
                let own = try #require(Inspector.snapshot(of: subject).events.last)
                #expect(own.kind == .handler)
                #expect(own.duration != nil)
                withExtendedLifetime(token) {}
            }
        }

        @Test("Many threads record while others read, start and stop; no event is torn")
        func threads() async throws {
            await recording {
                let subjects = (0..<4).map { _ in Subject<Int>() }
                let tokens = subjects.map { $0.attach { _ in } }
                let isDone = Flag()
                await withTaskGroup(of: Void.self) { group in
                    group.addTask {
                        var (isLast, count) = (false, 0)
                        while !isLast {
                            // Reads once more afterwards: the senders may have been faster.
                            isLast = isDone.isSet
                            for event in Inspector.report().events where event.kind == .handler {
                                #expect(event.place != nil)
                                #expect(event.source != 0)
                                count += 1
                            }
                            // The senders may need this thread.
                            await Task.yield()
                        }
                        #expect(count > 0)
                    }
                    await withTaskGroup(of: Void.self) { senders in
                        for subject in subjects {
                            senders.addTask {
                                for number in 0..<20_000 { subject.notify(number) }
                            }
                        }
                        senders.addTask {
                            for _ in 0..<50 {
                                let album = Album()
                                let token = album.observe(\.heading) { _ in }
                                album.title = "Blue"
                                _ = Inspector.whyNot(album, \.heading)
                                token.invalidate()
                            }
                        }
                    }
                    isDone.set()
                }
                withExtendedLifetime(tokens) {}
            }
        }

        private final class Flag: Sendable {
            private let value = Atomic<Bool>(false)
            var isSet: Bool { value.load(ordering: .relaxed) }
            func set() { value.store(true, ordering: .relaxed) }
        }

        @Test("Only the handlers of files that are asked for are recorded")
        func filtered() throws {
            Inspector.start { _ in false }
            defer { Inspector.stop() }
            let subject = Subject<Int>()
            let token = subject.attach { _ in }
            subject.notify(1)
            #expect(Inspector.snapshot(of: subject).events.isEmpty)
            Inspector.start { $0 == #fileID }
            subject.notify(2)
            #expect(Inspector.snapshot(of: subject).events.map(\.kind) == [.change, .handler])
            Inspector.start { _ in false }
            let context = ManualContext()
            let receptionist = Receptionist(for: .values(of: subject), on: context) { _ in }
            subject.notify(3)
            context.run()
            #expect(Inspector.snapshot(of: subject).events.count == 2)
            withExtendedLifetime(receptionist) {}
            withExtendedLifetime(token) {}
        }

        @Test("HEED_INSPECT=1 starts the recording with the program")
        func environment() throws {
            let program = Process()
            program.executableURL = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
            program.arguments = ["--testing-library", "swift-testing", "--filter", "RecordingProgramTests"]
            program.environment = ProcessInfo.processInfo.environment.merging(["HEED_INSPECT": "1"]) { $1 }
            let output = Pipe()
            program.standardOutput = output
            program.standardError = output
            try program.run()
            let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
            program.waitUntilExit()
            #expect(text.contains("with 1 test") && program.terminationStatus == 0, "\(text)")
        }

        @Test("A main-actor receptionist shows its hop, and an actor that is busy")
        @MainActor
        func mainActor() async throws {
            try await recording {
                let album = Album()
                let (told, teller) = AsyncStream.makeStream(of: Void.self)
                let receptionist = Receptionist(for: .values(of: album, \.title).dropFirst(), on: .mainActor) { _ in teller.finish() }
                let place = here(line: #line - 1)
                album.title = "Blue"
                let blocked = Inspector.whyNot(album, \.title)
                #expect(blocked.map(\.kind) == [.targetBlocked])
                #expect(blocked.first?.place == place)
                for await _ in told {}
                let hop = try #require(Inspector.snapshot(of: album).hopTimes().first)
                #expect(hop.place == place)
                #expect(hop.count == 1)
                let times = Inspector.handlerTimes().first { $0.place == place }
                #expect(times?.context == "MainActorContext")
                withExtendedLifetime(receptionist) {}
            }
        }
    }
}

/// The code that the test of the environment runs in a program of its own.
@Suite("RecordingProgram", .enabled(if: ProcessInfo.processInfo.environment["HEED_INSPECT"] == "1"))
struct RecordingProgramTests {
    @Test("It records from the start")
    func isRecording() throws {
        #expect(Inspector.isRecording)
        let subject = Subject<Int>()
        let token = subject.attach { _ in }
        subject.notify(1)
        #expect(Inspector.why(subject) != nil)
        withExtendedLifetime(token) {}
    }
}
