import HeedInspector
import Testing

@testable import HeedInspectorView

@Suite("The answers about a node")
struct NodeDetailsTests {
    private func details(_ id: NodeID, _ report: InspectorReport, expanded: Set<NodeID> = []) throws -> NodeDetails {
        try #require(NodeDetails(id, in: ObservationGraph(report, expanded: expanded), report))
    }

    @Test("A source's observers are listed, with the chain that led to its last change and the change to ask a backtrace of")
    func answersSource() throws {
        let report = InspectorReport.sample("A.x", "B.y").with(
            .change(1), .handler(2, cause: 1), .change(3, source: 2, cause: 2), .handler(4, source: 2, observer: 2, cause: 3))
        let details = try details(.sources(.property, "B.y"), report)
        #expect(details.neighbours.map(\.title) == ["View.swift:20"])
        #expect(details.why.count == 3)
        #expect(details.origin == 1)
        #expect(details.times?.count == 1)
        #expect(!details.canExpand)
    }

    @Test("An observer that waits says why, and how much")
    func answersObserver() throws {
        var report = InspectorReport.sample("A.x")
        report.observers[0].policy = "debounced"
        report.observers[0].delivery = .init(waitingCount: 3, droppedCount: 4, isHeld: true)
        let details = try details(.observers(.init(report.observers[0])), report)
        #expect(details.whyNot.count == 1 && details.whyNot[0].contains("debounced"))
        #expect(details.facts.contains(.init(name: "Waiting values", value: "3")))
        #expect(details.facts.contains(.init(name: "Dropped values", value: "4")))
        #expect(details.facts.contains(.init(name: "Place", value: "App/View.swift:10")))
    }

    @Test("Leaks, mistakes and suspicions of its place are shown")
    func tellsProblems() throws {
        var report = InspectorReport.sample("A.x")
        let place = report.observers[0].place
        report.leaks = [.init(kind: .observedObjectIsGone, name: "A.x", place: place)]
        report.diagnostics = [.init(kind: "runawayLoop", place: place, message: "again and again")]
        report.suspicions = [.init(kind: .repeatedRegistration, name: "A.x", place: place, count: 2, description: "observed twice")]
        let details = try details(.observers(.init(report.observers[0])), report)
        #expect(details.problems.count == 3)
        #expect(details.problems.suffix(2) == ["again and again", "observed twice"])
    }

    @Test("A node of several can be expanded, and its parts can be put together again")
    func expands() throws {
        let report = InspectorReport.sample("A.x", "A.x")
        let group = NodeID.sources(.property, "A.x")
        #expect(try details(group, report).canExpand)
        let part = try details(.source(2), report, expanded: [group])
        #expect(!part.canExpand)
        #expect(part.group == group)
    }

    @Test("A node that is gone has no answers")
    func knowsGone() {
        let report = InspectorReport.sample("A.x")
        #expect(NodeDetails(.source(9), in: ObservationGraph(report), report) == nil)
    }

    @Test(
        "Durations have the unit that fits them",
        arguments: [
            (Duration.nanoseconds(3), "3 ns"), (.microseconds(12), "12 µs"), (.nanoseconds(1_250), "1.3 µs"), (.milliseconds(4), "4 ms"),
            (.milliseconds(1_500), "1.5 s"), (.zero, "0 ns"),
        ])
    func writesDurations(duration: Duration, text: String) {
        #expect(shownDuration(duration) == text)
    }
}
