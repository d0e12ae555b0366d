import HeedInspector
import Testing

@testable import HeedInspectorView

@Suite("What lights up")
struct ActivityTests {
    private let graph = ObservationGraph(.sample("A.x", "B.y"))
    private var activity = Activity()

    @Test("A handler lights its observer, its source and the arrow between them, and nothing else")
    mutating func lights() {
        activity.light([.handler(1, source: 2, observer: 2)], in: graph, at: 5)
        let lights = activity.lights(of: graph)
        let dark = -Double.infinity
        #expect(lights.nodes == [dark, 5, dark, 5])
        #expect(lights.edges.filter { $0 == 5 }.count == 1)
        #expect(lights.end == 5 + Activity.fading)
    }

    @Test("Changes without a delivery light nothing")
    mutating func ignoresChanges() {
        activity.light([.change(1)], in: graph, at: 5)
        #expect(activity.lights(of: graph) == Activity.Lights())
    }

    @Test("A light fades within its time, is never negative, and is forgotten afterwards")
    mutating func fades() {
        let levels = [0, 0.2, 0.4, 0.59, 0.6, 9].map { Activity.brightness(lit: 5, at: 5 + $0) }
        #expect(levels == levels.sorted(by: >))
        #expect(levels.first == 1 && levels.last == 0)
        activity.light([.handler(1)], in: graph, at: 5)
        activity.prune(at: 5.7)
        #expect(activity.lights(of: graph) == Activity.Lights())
    }

    @Test("A light stays with its node when the graph changes")
    mutating func followsNode() {
        activity.light([.handler(1, source: 1, observer: 1)], in: graph, at: 5)
        let other = ObservationGraph(.sample("A.x", "0.first"))
        let lights = activity.lights(of: other)
        #expect(other.node(ofSource: 1) == 1)
        #expect(lights.nodes[1] == 5 && lights.nodes[0] == -.infinity)
    }
}
