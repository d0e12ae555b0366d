import HeedInspector
import Testing

@Suite("Traces of reports")
struct TraceTests {
    /// The content of Chrome's trace viewer.
    private struct Model: Decodable {
        struct Slice: Decodable {
            let name: String
            let category: String
            let start: Double
            let duration: Double
            let isOpen: Bool
            let place: String?
            let cause: Int?
        }

        struct Hop: Decodable {
            let start: Double
            let duration: Double
        }

        struct Thread: Decodable {
            let id: Int
            let name: String?
            let slices: [Slice]
            let hops: [Hop]
        }

        let process: String
        let warnings: [String]
        let threads: [Thread]
        /// The names of the slices that an arrow connects.
        let flows: [[String?]]
    }

    @Test("Chrome's trace viewer shows every event on its thread, with an arrow for each hop, whatever the names", .ifReadersAreInstalled)
    func traceViewer() throws {
        var report = InspectorReport.sample()
        let places = report.events.filter { $0.kind == .change }.map { $0.place!.description }
        report.addScene()
        let model = try Reader.traceViewer.read(report.traceJSON, as: Model.self)
        #expect(model.warnings.isEmpty)
        #expect(model.process == "Heed")

        // Each name has a thread with a change, a handler, a reading and a discarded value.
        for thread in report.threads where thread.id < 1_000 {
            let shown = try #require(model.threads.first { $0.id == thread.id })
            #expect(shown.name == thread.name)
            let name = report.name(of: thread.id)
            #expect(
                shown.slices.map(\.name).sorted() == [name, "filtered of \(name)", "handler of \(name)", "reading of \(name)"].sorted())
            #expect(shown.slices.allSatisfy { $0.place == places[Int(thread.id)] && !$0.isOpen })
        }

        let main = try #require(model.threads.first { $0.id == 1_000 })
        let worker = try #require(model.threads.first { $0.id == 1_001 })
        #expect(worker.slices.map(\.name) == ["Cover.state"])
        #expect(main.slices.map(\.name) == ["handler of Cover.state", "Album.title"])
        #expect(main.slices.map(\.isOpen) == [false, true])
        #expect(main.slices.map(\.cause) == [1_000_002, 1_000_003])
        // In milliseconds, since the first event.
        #expect(abs(main.slices[0].start - 1_000.002_5) < 0.000_001)
        #expect(abs(main.slices[0].duration - 0.001_5) < 0.000_001)
        #expect(main.hops.count == 1)
        #expect(abs(main.hops[0].duration - 0.001_25) < 0.000_001)

        // The second hop left when its cause had already ended.
        #expect(model.flows == [["Cover.state", "handler of Cover.state"], ["Cover.state", "handler of Cover.state"]])
    }

    @Test("Times are microseconds with three digits for the rest, however long")
    func times() {
        let events = [
            InspectorReport.Event(id: 1, kind: .change, source: 1, thread: 1, start: .nanoseconds(1_002), duration: .nanoseconds(7)),
            InspectorReport.Event(
                id: 2, kind: .hop, source: 1, thread: 1, start: .seconds(Int64.max), duration: .seconds(Int64.max), cause: 1),
        ]
        let trace = InspectorReport(events: events).traceJSON
        #expect(trace.contains(#""ts":1.002,"dur":0.007"#))
        #expect(trace.contains(#""ts":9223372036854775.807"#))
    }

    @Test("Python's json module reads reports and traces, and what it writes is read as the same report", .ifReadersAreInstalled)
    func python() throws {
        let report = InspectorReport.sample()
        let written = String(decoding: try Reader.json.read(report.json), as: UTF8.self)
        #expect(try InspectorReport(json: written) == report)
        _ = try Reader.json.read(report.traceJSON)
    }
}

extension InspectorReport {
    /// Adds a change on a worker that reaches the main thread, whose handler makes a change that is still under way. It reaches a third
    /// thread later.
    fileprivate mutating func addScene() {
        sources += [.init(id: 1_000, kind: .property, name: "Cover.state"), .init(id: 1_001, kind: .property, name: "Album.title")]
        threads += [.init(id: 1_000, name: "main"), .init(id: 1_001, name: "worker")]
        func event(
            _ id: UInt64, _ kind: Event.Kind, source: UInt32 = 1_000, thread: UInt32, at: Int64, lasting: Int64?, cause: UInt64?
        ) -> Event {
            Event(
                id: 1_000_000 + id, kind: kind, source: source, thread: thread, start: .seconds(1) + .nanoseconds(at),
                duration: lasting.map { .nanoseconds($0) }, cause: cause.map { 1_000_000 + $0 })
        }
        events += [
            event(1, .change, thread: 1_001, at: 0, lasting: 2_000, cause: nil),
            event(2, .hop, thread: 1_000, at: 1_000, lasting: 1_250, cause: 1),
            event(3, .handler, thread: 1_000, at: 2_500, lasting: 1_500, cause: 2),
            event(4, .change, source: 1_001, thread: 1_000, at: 3_000, lasting: nil, cause: 3),
            event(5, .hop, thread: 1_002, at: 9_000, lasting: 100, cause: 1),
            event(6, .handler, thread: 1_002, at: 9_200, lasting: 100, cause: 5),
        ]
    }
}
