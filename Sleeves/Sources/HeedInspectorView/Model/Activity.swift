import HeedInspector

/// The times at which nodes and arrows were last part of a delivery, so that they light up and fade.
struct Activity: Sendable {
    /// The time in which a light fades, in seconds.
    static let fading = 0.6

    private var nodes: [NodeID: Double] = [:]
    private var edges: [EdgeID: Double] = [:]

    private struct EdgeID: Hashable {
        let source, observer: NodeID
    }

    /// The times for the nodes and arrows of one graph.
    struct Lights: Sendable, Equatable {
        /// The time at which each node was last part of a delivery, by the node's index; negative infinity if it wasn't lately.
        var nodes: [Double] = []
        /// The same for each arrow.
        var edges: [Double] = []
        /// The time when the last one has faded.
        var end = -Double.infinity
    }

    /// Lights up what events concern: handlers and hops.
    ///
    /// - Parameter seconds: The present time, from any start.
    mutating func light(_ events: some Sequence<InspectorReport.Event>, in graph: ObservationGraph, at seconds: Double) {
        for event in events where event.kind == .handler || event.kind == .hop {
            let source = graph.node(ofSource: event.source)
            let observer = event.observer.flatMap { graph.node(ofObserver: $0) }
            for index in [source, observer].compactMap(\.self) { nodes[graph.nodes[index].id] = seconds }
            if let source, let observer {
                edges[EdgeID(source: graph.nodes[source].id, observer: graph.nodes[observer].id)] = seconds
            }
        }
    }

    /// Forgets what has faded.
    mutating func prune(at seconds: Double) {
        nodes = nodes.filter { seconds - $0.value < Self.fading }
        edges = edges.filter { seconds - $0.value < Self.fading }
    }

    /// Returns the times for a graph.
    func lights(of graph: ObservationGraph) -> Lights {
        var lights = Lights()
        guard !nodes.isEmpty else { return lights }
        lights.nodes = Array(repeating: -Double.infinity, count: graph.nodes.count)
        lights.edges = Array(repeating: -Double.infinity, count: graph.edges.count)
        for (id, time) in nodes {
            if let index = graph.index(of: id) { lights.nodes[index] = time }
            lights.end = max(lights.end, time + Self.fading)
        }
        for (id, time) in edges {
            guard let source = graph.index(of: id.source), let observer = graph.index(of: id.observer),
                let index = graph.index(of: ObservationGraph.Edge(source: source, observer: observer))
            else { continue }
            lights.edges[index] = time
        }
        return lights
    }

    /// Returns how bright something is, from 0 to 1.
    ///
    /// - Parameters:
    ///   - lit: When it was lit.
    ///   - seconds: The present time.
    static func brightness(lit: Double, at seconds: Double) -> Double {
        let rest = 1 - (seconds - lit) / fading
        return rest <= 0 ? 0 : min(1, rest * rest * (3 - 2 * rest))
    }
}
