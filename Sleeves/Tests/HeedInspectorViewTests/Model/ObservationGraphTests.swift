import HeedInspector
import Testing

@testable import HeedInspectorView

@Suite("The graph of sources and observers")
struct ObservationGraphTests {
    @Test("Each source and each place of registration is a node, in order of its name, and an arrow connects them")
    func connects() {
        let graph = ObservationGraph(.sample("B.y", "A.x"))
        #expect(graph.nodes.map(\.title) == ["A.x", "B.y", "View.swift:10", "View.swift:20"])
        #expect(graph.sourceCount == 2)
        #expect(Set(graph.edges) == [.init(source: 1, observer: 2), .init(source: 0, observer: 3)])
        #expect(graph.neighbours(of: 0) == [3])
    }

    /// A thousand covers, each with an observer at the same place.
    private var covers: InspectorReport {
        var report = InspectorReport.sample("Player.track")
        for id in 10..<1_010 {
            report.sources.append(.init(id: UInt32(id), kind: .property, name: "Cover.image", object: "Cover 0x\(id)"))
            report.observers.append(
                .init(
                    id: UInt64(id), kind: .receptionist, sources: [UInt32(id)], place: .init(fileID: "App/Cover.swift", line: 42),
                    policy: "latest", delivery: .init(waitingCount: 1, droppedCount: 2)))
        }
        return report
    }

    @Test("Sources of one name and observers of one place are one node with one arrow, which counts them")
    func collapses() throws {
        let graph = ObservationGraph(covers)
        #expect(graph.nodes.map(\.count) == [1_000, 1, 1_000, 1])
        #expect(graph.edges.count == 2)
        let observers = graph.nodes[try #require(graph.node(ofObserver: 500))]
        #expect((observers.waitingCount, observers.droppedCount) == (1_000, 2_000))
        #expect(graph.node(ofSource: 10) == graph.node(ofSource: 1_009))
    }

    @Test("An expanded node is replaced by one for each source")
    func expands() {
        let graph = ObservationGraph(covers, expanded: [.sources(.property, "Cover.image")])
        #expect(graph.sourceCount == 1_001)
        #expect(graph.nodes.count == 1_003)
        #expect(graph.edges.count == 1_001)
        #expect(graph.nodes[0].subtitle == "Cover 0x10")
        #expect(graph.index(of: .source(1_009)) == graph.node(ofSource: 1_009))
    }

    @Test(
        "A filter shows what matches all its words, with what is connected to it",
        arguments: [
            ("cover.swift", ["Cover.image", "Cover.swift:42"]), ("TRACK", ["Player.track", "View.swift:10"]),
            ("image 0x10", ["Cover.image", "Cover.swift:42"]), ("nothing", []), ("latest 42", ["Cover.image", "Cover.swift:42"]),
        ])
    func filters(text: String, titles: [String]) {
        let graph = ObservationGraph(covers, filter: ReportFilter(text))
        #expect(graph.nodes.map(\.title) == titles)
    }

    @Test("A filter that only some sources of a name match counts these")
    func countsMatching() {
        let graph = ObservationGraph(covers, filter: ReportFilter("0x1001"))
        #expect(graph.nodes.map(\.count) == [1, 1])
    }

    @Test("Leaks and mistakes are counted at the node of their place, or of their name")
    func marks() {
        var report = InspectorReport.sample("A.x", "B.y")
        report.leaks = [
            .init(kind: .observerIsGone, name: "A.x", place: .init(fileID: "App/View.swift", line: 10)),
            .init(kind: .observerIsGone, name: "B.y", place: nil),
        ]
        report.diagnostics = [.init(kind: "runawayLoop", place: .init(fileID: "App/View.swift", line: 20), message: "again and again")]
        let graph = ObservationGraph(report)
        #expect(graph.nodes.map(\.leakCount) == [0, 1, 1, 0])
        #expect(graph.nodes.map(\.mistakeCount) == [0, 0, 0, 1])
    }
}
