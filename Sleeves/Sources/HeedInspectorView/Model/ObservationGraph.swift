import HeedInspector

/// Sources and their observers, as nodes and arrows. Things of the same name are one node, unless it is expanded.
struct ObservationGraph: Sendable, Equatable {
    /// A node.
    struct Node: Sendable, Equatable, Identifiable {
        /// The thing that it represents.
        var id: NodeID
        /// The name of a source, or the place of a registration.
        var title: String
        /// The number of sources or observers that it stands for.
        var count = 0
        /// A few words about it, for the line below the title.
        var subtitle = ""
        /// The number of values that wait.
        var waitingCount = 0
        /// The number of values that were dropped.
        var droppedCount = 0
        /// The number of leaks.
        var leakCount = 0
        /// The number of mistakes.
        var mistakeCount = 0
        /// Whether any of the sources exists. Always true for observers.
        var isAlive = false
    }

    /// An arrow from a source's node to an observer's.
    struct Edge: Sendable, Hashable {
        /// The indices of the nodes.
        var source, observer: Int
    }

    /// The nodes: sources by name, then observers by place.
    private(set) var nodes: [Node] = []
    /// The number of nodes that are sources.
    private(set) var sourceCount = 0
    /// The arrows.
    private(set) var edges: [Edge] = []

    private var nodesBySource: [UInt32: Int] = [:]
    private var nodesByObserver: [UInt64: Int] = [:]
    private var indices: [NodeID: Int] = [:]
    private var edgeIndices: [Edge: Int] = [:]

    /// Creates an empty graph.
    init() {}

    /// Creates the graph of a report.
    ///
    /// - Parameters:
    ///   - filter: What to show, with what is connected to it.
    ///   - expanded: The nodes to replace with one for each source or observer.
    init(_ report: InspectorReport, filter: ReportFilter = ReportFilter(""), expanded: Set<NodeID> = []) {
        let (sources, observers) = Self.filtered(report, filter)
        let known = Set(sources.map(\.id))
        for source in sources { add(source, expanded: expanded) }
        sourceCount = nodes.count
        for observer in observers { add(observer, expanded: expanded) }
        sort()
        for observer in observers {
            guard let end = nodesByObserver[observer.id] else { continue }
            for source in observer.sources where known.contains(source) {
                if let start = nodesBySource[source] { connect(Edge(source: start, observer: end)) }
            }
        }
        mark(report)
    }

    /// Returns the index of a node.
    func index(of id: NodeID) -> Int? { indices[id] }

    /// Returns the index of the node that stands for a source.
    func node(ofSource id: UInt32) -> Int? { nodesBySource[id] }

    /// Returns the index of the node that stands for an observer.
    func node(ofObserver id: UInt64) -> Int? { nodesByObserver[id] }

    /// Returns the index of an arrow.
    func index(of edge: Edge) -> Int? { edgeIndices[edge] }

    /// Returns the indices of the nodes at the other ends of a node's arrows.
    func neighbours(of index: Int) -> [Int] {
        edges.compactMap { $0.source == index ? $0.observer : $0.observer == index ? $0.source : nil }
    }

    // MARK: Building

    private static func filtered(
        _ report: InspectorReport, _ filter: ReportFilter
    ) -> ([InspectorReport.Source], [InspectorReport.Observer]) {
        guard !filter.isEmpty else { return (report.sources, report.observers) }
        let matching = Set(report.sources.lazy.filter(filter.matches).map(\.id))
        var shown = matching
        let observers = report.observers.filter { observer in
            if filter.matches(observer) {
                shown.formUnion(observer.sources)
                return true
            }
            return observer.sources.contains(where: matching.contains)
        }
        return (report.sources.filter { shown.contains($0.id) }, observers)
    }

    private mutating func add(_ source: InspectorReport.Source, expanded: Set<NodeID>) {
        let group = NodeID.sources(source.kind, source.name)
        let isSingle = expanded.contains(group)
        let index = index(of: isSingle ? .source(source.id) : group, title: source.name)
        nodesBySource[source.id] = index
        nodes[index].count += 1
        nodes[index].subtitle = nodes[index].count == 1 ? source.summary : source.kind.title
        if source.isAlive { nodes[index].isAlive = true }
    }

    private mutating func add(_ observer: InspectorReport.Observer, expanded: Set<NodeID>) {
        let group = NodeID.observers(NodeID.ObserverGroup(observer))
        let title = observer.place.map(Self.shortened) ?? observer.keyPath ?? observer.kind.title
        let index = index(of: expanded.contains(group) ? .observer(observer.id) : group, title: title)
        nodesByObserver[observer.id] = index
        nodes[index].count += 1
        nodes[index].subtitle = observer.summary
        nodes[index].isAlive = true
        nodes[index].waitingCount += observer.delivery?.waitingCount ?? 0
        nodes[index].droppedCount += observer.delivery?.droppedCount ?? 0
    }

    /// Returns the index of a node, which is added if it is new.
    private mutating func index(of id: NodeID, title: String) -> Int {
        if let known = indices[id] { return known }
        nodes.append(Node(id: id, title: title))
        indices[id] = nodes.count - 1
        return nodes.count - 1
    }

    /// Sorts the nodes by title, and those with the same title by their order in the report.
    private mutating func sort() {
        let order = nodes.indices.sorted { left, right in
            if (left < sourceCount) != (right < sourceCount) { return left < sourceCount }
            return (nodes[left].title, left) < (nodes[right].title, right)
        }
        var places = Array(repeating: 0, count: nodes.count)
        for (place, index) in order.enumerated() { places[index] = place }
        nodes = order.map { nodes[$0] }
        nodesBySource = nodesBySource.mapValues { places[$0] }
        nodesByObserver = nodesByObserver.mapValues { places[$0] }
        indices = indices.mapValues { places[$0] }
    }

    private mutating func connect(_ edge: Edge) {
        guard edgeIndices[edge] == nil else { return }
        edgeIndices[edge] = edges.count
        edges.append(edge)
    }

    /// Counts the leaks and the mistakes of the nodes.
    private mutating func mark(_ report: InspectorReport) {
        guard !report.leaks.isEmpty || !report.diagnostics.isEmpty else { return }
        var (places, names): ([InspectorReport.Place: [Int]], [String: [Int]]) = ([:], [:])
        for (index, node) in nodes.enumerated() {
            if case .sources(_, let name) = node.id { names[name, default: []].append(index) }
        }
        for observer in report.observers {
            guard let place = observer.place, let index = nodesByObserver[observer.id] else { continue }
            if places[place]?.contains(index) != true { places[place, default: []].append(index) }
        }
        for leak in report.leaks {
            let found = leak.place.flatMap { places[$0] } ?? names[leak.name] ?? []
            for index in found { nodes[index].leakCount += 1 }
        }
        for mistake in report.diagnostics {
            for index in mistake.place.flatMap({ places[$0] }) ?? [] { nodes[index].mistakeCount += 1 }
        }
    }

    /// The file's name and the line, without the module.
    static func shortened(_ place: InspectorReport.Place) -> String {
        "\(place.fileID.split(separator: "/").last.map(String.init) ?? place.fileID):\(place.line)"
    }
}
