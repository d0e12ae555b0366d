import HeedInspector
import Testing

@testable import HeedInspectorView

@Suite("The history of reports")
struct ReportHistoryTests {
    private var history = ReportHistory()

    @Test("Events of several reports are in order, each once, and the next report begins after them")
    mutating func merges() {
        let sample = InspectorReport.sample("A.x")
        #expect(history.merge(sample.with(.change(1), .handler(2))).map(\.id) == [1, 2])
        #expect(history.next == 2)
        #expect(history.merge(sample.with(.handler(2), .change(5))).map(\.id) == [5])
        #expect(history.report.events.map(\.id) == [1, 2, 5])
        #expect(history.next == 5)
    }

    @Test("The threads of all events are known, although a report has only those of its own")
    mutating func threads() {
        var sample = InspectorReport.sample("A.x").with(.change(1))
        sample.threads = [.init(id: sample.events[0].thread, name: "main thread")]
        _ = history.merge(sample)
        sample.threads = []
        sample.events = []
        _ = history.merge(sample)
        #expect(history.report.threads.map(\.name) == ["main thread"])
    }

    @Test("An event that was under way is asked for again, and replaced when it has finished")
    mutating func finishes() {
        let sample = InspectorReport.sample("A.x")
        _ = history.merge(sample.with(.handler(3, lasting: nil), .change(4)))
        #expect(history.next == 2)
        #expect(history.merge(sample.with(.handler(3, lasting: .seconds(1)), .change(4))).isEmpty)
        #expect(history.report.events.first?.duration == .seconds(1))
        #expect(history.next == 4)
    }

    @Test("Only the newest events are kept, and the number of others is known")
    mutating func isBounded() {
        var sample = InspectorReport.sample("A.x")
        sample.lostEventCount = 7
        for part in 0..<3 {
            sample.events = (1...10_000).map { .change(UInt64(part * 10_000 + $0)) }
            _ = history.merge(sample)
        }
        #expect(history.report.events.count == ReportHistory.limit)
        #expect(history.report.events.first?.id == 10_001)
        #expect(history.report.lostEventCount == 10_007)
    }

    @Test("Cleared events and mistakes don't come back, but new ones do")
    mutating func clears() {
        var sample = InspectorReport.sample("A.x").with(.change(1))
        sample.diagnostics = [.init(kind: "runawayLoop", place: nil, message: "first")]
        _ = history.merge(sample)
        history.clear()
        #expect(history.report.events.isEmpty && history.report.diagnostics.isEmpty)
        sample.diagnostics.append(.init(kind: "runawayLoop", place: nil, message: "second"))
        #expect(history.merge(sample).isEmpty)
        #expect(history.report.diagnostics.map(\.message) == ["second"])
        #expect(history.next == 1)
    }

    @Test("The inspector's own observers are left out, with what only they observe")
    mutating func leavesOutItself() {
        var sample = InspectorReport.sample("A.x", "Subject<InspectorPicture>").with(.handler(1), .handler(2, source: 2, observer: 2))
        sample.observers[1].place?.fileID = "HeedInspectorView/InspectorFeed.swift"
        #expect(history.merge(sample).map(\.id) == [1])
        #expect(history.report.sources.map(\.name) == ["A.x"])
        #expect(history.report.observers.map(\.id) == [1])
    }
}
