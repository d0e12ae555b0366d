import HeedInspector
import Localization

/// The answers about one node.
struct NodeDetails: Sendable, Equatable {
    /// A name with a value.
    struct Fact: Sendable, Hashable {
        var name, value: String
    }

    /// A node at the other end of an arrow.
    struct Neighbour: Sendable, Hashable {
        var id: NodeID
        var title, subtitle: String
    }

    /// The most neighbours, and the most sources or observers of a node, that are looked at.
    static let limit = 40

    var id: NodeID
    var title: String
    var subtitle: String
    var facts: [Fact] = []
    /// Its observers, or the sources that it observes.
    var neighbours: [Neighbour] = []
    /// The number of neighbours that aren't listed.
    var furtherCount = 0
    /// The cause of its last call: a line for each step, the outermost first.
    var why: [String] = []
    /// The outermost change that led to it, whose backtrace can be asked for.
    var origin: UInt64?
    /// The obstacles to its next call.
    var whyNot: [String] = []
    /// The durations of its handlers' calls.
    var times: InspectorReport.HandlerTimes?
    /// The problems with it.
    var problems: [String] = []
    /// Whether it stands for several, which can be shown one by one.
    var canExpand = false
    /// The node that it is a part of, if that is expanded.
    var group: NodeID?

    /// Finds the answers about a node.
    ///
    /// - Complexity: O(*n*) in the size of the report.
    init?(_ id: NodeID, in graph: ObservationGraph, _ report: InspectorReport) {
        guard let index = graph.index(of: id) else { return nil }
        let node = graph.nodes[index]
        (self.id, title, subtitle) = (id, node.countedTitle, node.subtitle)
        canExpand = node.count > 1
        let others = graph.neighbours(of: index)
        neighbours = others.prefix(Self.limit).map { other in
            let other = graph.nodes[other]
            return Neighbour(id: other.id, title: other.countedTitle, subtitle: other.subtitle)
        }
        furtherCount = others.count - neighbours.count
        if id.isSource { describeSource(index, graph, report) } else { describeObserver(index, graph, report) }
    }

    // MARK: Sources

    private mutating func describeSource(_ index: Int, _ graph: ObservationGraph, _ report: InspectorReport) {
        let sources = report.sources.filter { graph.node(ofSource: $0.id) == index }
        guard let first = sources.first else { return }
        if case .source = id { group = .sources(first.kind, first.name) }
        facts = [Fact(name: localized("Kind"), value: first.kind.title)]
        if sources.count == 1, let object = first.object { facts.append(Fact(name: localized("Object"), value: object)) }
        let goneCount = sources.count { !$0.isAlive }
        if goneCount > 0 {
            let text = sources.count == 1 ? localized("Yes") : formatted(goneCount)
            facts.append(Fact(name: localized("Gone"), value: text))
        }
        let ids = Set(sources.map(\.id))
        let own = report.events.filter { ids.contains($0.source) }
        let changeCount = own.count { $0.kind == .change }
        facts.append(Fact(name: localized("Recent changes"), value: formatted(changeCount)))
        explain(own.last { $0.kind == .change }, report)
        measure(own, report)
        let names = Set(sources.map(\.name))
        problems = report.leaks.filter { names.contains($0.name) }.map(Self.text)
    }

    // MARK: Observers

    private mutating func describeObserver(_ index: Int, _ graph: ObservationGraph, _ report: InspectorReport) {
        let observers = report.observers.filter { graph.node(ofObserver: $0.id) == index }
        guard let first = observers.first else { return }
        if case .observer = id { group = .observers(NodeID.ObserverGroup(first)) }
        facts = [Fact(name: localized("Kind"), value: first.kind.title)]
        let known = [
            (localized("Place"), first.place?.description), (localized("Key path"), first.keyPath),
            (localized("Context"), first.context), (localized("Policy"), first.policy),
        ]
        facts += known.compactMap { name, value in value.map { Fact(name: name, value: $0) } }
        let deliveries = observers.compactMap(\.delivery)
        if !deliveries.isEmpty {
            facts.append(Fact(name: localized("Waiting values"), value: formatted(deliveries.reduce(0) { $0 + $1.waitingCount })))
            facts.append(Fact(name: localized("Dropped values"), value: formatted(deliveries.reduce(0) { $0 + $1.droppedCount })))
        }
        let ids = Set(observers.map(\.id))
        let own = report.events.filter { $0.observer.map(ids.contains) == true }
        explain(own.last { $0.kind == .handler }, report)
        var seen: Set<String> = []
        // Of several observers, some are always waiting for a first change.
        for observer in observers.prefix(Self.limit) {
            for obstacle in report.whyNot(observer: observer.id) where observers.count == 1 || obstacle.kind != .notChanged {
                if seen.insert(obstacle.description).inserted { whyNot.append(obstacle.description) }
            }
        }
        measure(own, report)
        let place = first.place
        problems = report.leaks.filter { place != nil && $0.place == place }.map(Self.text)
        problems += report.diagnostics.filter { place != nil && $0.place == place }.map(\.message)
        problems += report.suspicions.filter { place != nil && $0.place == place }.map(\.description)
    }

    // MARK: Both

    private mutating func explain(_ event: InspectorReport.Event?, _ report: InspectorReport) {
        guard let event, let explanation = report.why(event: event.id) else { return }
        why = explanation.description.split(separator: "\n").map(String.init)
        origin = explanation.steps.first { $0.event.kind == .change }?.event.id
    }

    private mutating func measure(_ events: [InspectorReport.Event], _ report: InspectorReport) {
        let own = InspectorReport(events: events)
        let all = own.handlerTimes()
        guard var sum = all.first else { return }
        for times in all.dropFirst() {
            sum.count += times.count
            sum.total += times.total
            sum.longest = max(sum.longest, times.longest)
            for bin in sum.histogram.indices { sum.histogram[bin] += times.histogram[bin] }
        }
        times = sum
    }

    private static func text(of leak: InspectorReport.Leak) -> String {
        leak.place.map { "\(leak.kind.explanation) \(leak.name), \($0)" } ?? "\(leak.kind.explanation) \(leak.name)"
    }
}
