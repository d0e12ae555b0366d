import HeedInspector
import Testing

@testable import HeedInspectorView

@Suite("The timeline")
struct TimelineTests {
    private let window = Timeline.Window(span: 10, delay: 0, width: 1_000)

    @Test("A handler is a slice of its thread's row, at its time and with its length")
    func places() throws {
        let timeline = Timeline(.sample("A.x").with(.handler(1, thread: 2, at: .seconds(4), lasting: .seconds(2))), window)
        #expect(timeline.rows.map(\.name) == ["main", "worker"])
        let slice = try #require(timeline.rows[1].slices.first)
        #expect((slice.x, slice.width, slice.depth, slice.event) == (400, 200, 0, 1))
        #expect(timeline.rows[0].slices.isEmpty)
    }

    @Test("A handler within another is on the level below it")
    func nests() {
        let report = InspectorReport.sample("A.x").with(
            .handler(1, at: .seconds(1), lasting: .seconds(4)), .handler(2, at: .seconds(2), lasting: .seconds(1)),
            .handler(3, at: .seconds(4), lasting: .milliseconds(500)), .handler(4, at: .seconds(6), lasting: .seconds(1)))
        let timeline = Timeline(report, window)
        #expect(timeline.rows[0].slices.map(\.depth) == [0, 1, 1, 0])
        #expect(timeline.rows[0].depth == 2)
    }

    @Test("Thousands of short calls become as many slices as there are pixels for")
    func merges() {
        var report = InspectorReport.sample("A.x")
        report.events = (0..<20_000).map {
            .handler(UInt64($0 + 1), at: .microseconds($0 * 500), lasting: .microseconds(10))
        }
        let slices = Timeline(report, window).rows[0].slices
        #expect(slices.count <= 501)
        #expect(slices.reduce(0) { $0 + $1.count } == 20_000)
    }

    @Test("A handler that still runs reaches to the present")
    func reachesPresent() {
        let timeline = Timeline(.sample("A.x").with(.handler(1, at: .seconds(8), lasting: nil)), window)
        #expect(timeline.rows[0].slices.first?.width == 200)
    }

    @Test("A hop to another thread is an arrow from its beginning to the handler")
    func showsHops() {
        let report = InspectorReport.sample("A.x").with(
            .init(id: 1, kind: .hop, source: 1, thread: 2, start: .seconds(2), duration: .seconds(1)),
            .handler(2, thread: 1, at: .seconds(3), cause: 1))
        let timeline = Timeline(report, window)
        #expect(timeline.hops.map { [$0.start, $0.end] } == [[200, 300]])
        #expect(timeline.hops.map { [$0.from, $0.to] } == [[1, 0]])
    }

    @Test("Scaling keeps the moment under the pointer, and moving into the future ends at the present")
    func scales() {
        var window = window
        window.zoom(by: 2, at: 0.5)
        #expect((window.span, window.delay) == (5, 2.5))
        window.pan(100)
        #expect(window.delay == 3)
        window.pan(-1e9)
        #expect(window.delay == 0)
        window.zoom(by: 1e9, at: 1)
        #expect(window.span == Timeline.Window.spans.lowerBound)
    }

    @Test(
        "The axis has as many decimals as its steps need",
        arguments: [(7.0, 1.0, "7 s"), (7.05, 0.05, "7.05 s"), (0, 0.2, "0.0 s"), (12.0002, 0.0001, "12.0002 s")])
    @MainActor
    func hasDecimals(moment: Double, step: Double, label: String) {
        #expect(TimelineView.label(for: moment, step: step) == label)
    }

    @Test("The axis has round steps", arguments: [(10.0, 9.0, 2.0), (1, 5.5, 0.2), (0.001, 10, 0.0001), (120, 3, 50)])
    @MainActor
    func hasRoundSteps(span: Double, count: Double, step: Double) {
        #expect(abs(TimelineView.step(for: span, count: count) - step) < step / 1_000)
    }
}
