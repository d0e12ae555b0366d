import GTKAdapters
import HeedInspector
import Testing

@testable import HeedInspectorView

@Suite("The layout of the graph")
struct GraphLayoutTests {
    /// A report in which one place observes several sources: the places of `observed` are those of the sources.
    private func graph(_ observed: [[UInt32]]) -> ObservationGraph {
        var report = InspectorReport()
        for id in Set(observed.joined()).sorted() {
            report.sources.append(.init(id: id, kind: .property, name: "S\(String(1_000 + id))"))
        }
        for (index, sources) in observed.enumerated() {
            report.observers.append(
                .init(id: UInt64(index), kind: .handler, sources: sources, place: .init(fileID: "App/O.swift", line: 100 + index)))
        }
        return ObservationGraph(report)
    }

    @Test(
        "No two nodes overlap",
        arguments: [[[1]], [[1], [1], [1]], [[1, 2, 3, 4]], [[4], [3], [1, 2]], [[1], [2], [], []]] as [[[UInt32]]])
    func keepsApart(observed: [[UInt32]]) {
        let layout = GraphLayout(graph(observed))
        for (index, area) in layout.areas.enumerated() {
            #expect(!layout.areas[..<index].contains { $0.intersects(area) })
            #expect(area.x >= 0 && area.y >= 0 && area.right <= layout.width && area.bottom <= layout.height)
        }
    }

    @Test("Arrows that needn't cross don't")
    func avoidsCrossings() {
        let graph = graph([[3], [2], [1]])
        let layout = GraphLayout(graph)
        for edge in graph.edges { #expect(layout.ends(of: edge).start.y == layout.ends(of: edge).end.y) }
    }

    @Test("A node is near what it is connected to, in a column of thousands")
    func staysNear() throws {
        let layout = GraphLayout(graph((1...2_000).map { [$0] } + [[1_999, 2_000]]))
        let last = try #require(layout.columns[1].last)
        #expect(layout.areas[last].y > 1_900 * GraphLayout.nodeHeight)
    }

    @Test("From right to left, sources are on the right, and arrows lead to the left")
    func mirrors() {
        let graph = graph([[1]])
        let layout = GraphLayout(graph, isMirrored: true)
        let (start, end) = layout.ends(of: graph.edges[0])
        #expect(start.x == layout.areas[0].x && end.x == layout.areas[1].right && end.x < start.x)
    }

    @Test("What is in a part of the graph is found without looking at the rest")
    func finds() {
        let layout = GraphLayout(graph((1...100).map { [$0] }))
        let step = GraphLayout.nodeHeight + GraphLayout.rowGap
        let part = Area(x: 0, y: step * 10, width: 100, height: step * 2 - 1)
        #expect(layout.nodes(inColumn: 0, part) == [10, 11])
        #expect(layout.nodes(inColumn: 1, part).isEmpty)
        #expect(layout.node(at: Spot(x: 5, y: step * 3 + 5)) == 3)
        #expect(layout.node(at: Spot(x: 5, y: step * 3 - 5)) == nil)
    }

    @Test("Keys lead to the next node, to the last one, and to the nearest one across")
    func followsKeys() {
        let layout = GraphLayout(graph([[1], [2], [3]]))
        #expect(layout.node(from: -1, rows: 1) == 0)
        #expect(layout.node(from: 0, rows: 1) == 1)
        #expect(layout.node(from: 1, rows: 10) == 2)
        #expect(layout.node(from: 1, rows: 0, isAcross: true) == 4)
    }
}

@Suite("The part of the graph in view")
struct ViewportTests {
    private let layout = GraphLayout(ObservationGraph(.sample("A.x", "B.y")))

    @Test("A graph fits into the width, is never magnified, and a small one is in the middle")
    func fits() {
        var viewport = Viewport()
        viewport.fit(layout, width: 2_000, height: 1_000)
        #expect(viewport.scale == 1)
        #expect(viewport.origin == Spot(x: (2_000 - layout.width) / 2, y: (1_000 - layout.height) / 2))
        viewport.fit(layout, width: layout.width / 2, height: 100)
        #expect(viewport.visible(width: layout.width / 2, height: 100).contains(Spot(x: layout.width - 1, y: 0)))
    }

    @Test("Zooming keeps the point under the pointer, and stays within bounds", arguments: [1.5, 0.5, 1_000, 0.0001])
    func zooms(factor: Double) {
        var viewport = Viewport()
        viewport.pan(x: 30, y: -20)
        let spot = Spot(x: 200, y: 100)
        let former = viewport.graphSpot(spot)
        viewport.zoom(by: factor, around: spot)
        #expect(abs(viewport.graphSpot(spot).x - former.x) < 1e-6 && abs(viewport.graphSpot(spot).y - former.y) < 1e-6)
        #expect(Viewport.scales.contains(viewport.scale))
    }

    @Test("A part of the graph stays in view, wherever it is dragged", arguments: [-1e6, 1e6])
    func clamps(distance: Double) {
        var viewport = Viewport()
        viewport.pan(x: distance, y: distance)
        viewport.clamp(to: layout, width: 600, height: 400)
        let whole = Area(x: 0, y: 0, width: layout.width, height: layout.height)
        #expect(viewport.visible(width: 600, height: 400).intersects(whole))
    }

    @Test("A node out of view comes into view")
    func reveals() {
        var viewport = Viewport()
        viewport.pan(x: -5_000, y: 300)
        viewport.reveal(layout.areas[0], width: 600, height: 400)
        let visible = viewport.visible(width: 600, height: 400)
        #expect(visible.contains(Spot(x: layout.areas[0].x, y: layout.areas[0].y)))
    }
}
