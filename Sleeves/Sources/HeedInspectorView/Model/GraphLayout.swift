import GTKAdapters

/// The places of a graph's nodes: sources in one column, observers in another, so that few arrows cross.
struct GraphLayout: Sendable, Equatable {
    /// The available room.
    enum Room: Sendable {
        /// The width of a desktop's window.
        case wide
        /// The width of a phone.
        case narrow

        /// The width of a node.
        var nodeWidth: Double { self == .wide ? 250 : 148 }
        /// The space between the columns.
        var columnGap: Double { self == .wide ? 190 : 44 }
    }

    /// The height of a node.
    static let nodeHeight = 46.0
    /// The space between two nodes of a column.
    static let rowGap = 10.0
    private static let step = nodeHeight + rowGap

    /// The places of the nodes, in the graph's order.
    private(set) var areas: [Area] = []
    /// The nodes of both columns, from top to bottom.
    private(set) var columns: [[Int]] = [[], []]
    /// The size of the whole.
    private(set) var width = 0.0
    private(set) var height = 0.0

    /// Creates an empty layout.
    init() {}

    /// Lays out a graph.
    ///
    /// - Parameters:
    ///   - room: How much room there is.
    ///   - isMirrored: Whether sources are on the right, for languages that are read from right to left.
    /// - Complexity: O(*n* log *n*) in the number of nodes and arrows.
    init(_ graph: ObservationGraph, in room: Room = .wide, isMirrored: Bool = false) {
        guard !graph.nodes.isEmpty else { return }
        var neighbours = [[Int]](repeating: [], count: graph.nodes.count)
        for edge in graph.edges {
            neighbours[edge.source].append(edge.observer)
            neighbours[edge.observer].append(edge.source)
        }
        let sources = Array(0..<graph.sourceCount)
        let observers = Array(graph.sourceCount..<graph.nodes.count)
        var heights = [Double?](repeating: nil, count: graph.nodes.count)
        Self.spread(sources, &heights)
        if sources.count >= observers.count {
            columns = [sources, Self.sorted(observers, by: neighbours, heights)]
            Self.pull(columns[1], to: neighbours, &heights)
        } else {
            let right = Self.sorted(observers, by: neighbours, heights)
            Self.spread(right, &heights)
            columns = [Self.sorted(sources, by: neighbours, heights), right]
            Self.pull(columns[0], to: neighbours, &heights)
        }
        let second = room.nodeWidth + room.columnGap
        let starts = isMirrored ? [second, 0] : [0, second]
        areas = graph.nodes.indices.map { index in
            Area(x: starts[index < graph.sourceCount ? 0 : 1], y: heights[index] ?? 0, width: room.nodeWidth, height: Self.nodeHeight)
        }
        width = second + room.nodeWidth
        height = areas.lazy.map(\.bottom).max() ?? 0
    }

    // MARK: Looking up

    /// Returns the nodes of a column that are in a part of the whole.
    ///
    /// - Complexity: O(log *n* + *m*) in the number of nodes and of those that are returned.
    func nodes(inColumn column: Int, _ area: Area) -> ArraySlice<Int> {
        let rows = columns[column]
        let first = rows.partitioningIndex { areas[$0].bottom > area.y }
        let last = rows.partitioningIndex { areas[$0].y >= area.bottom }
        guard first < last, areas[rows[first]].x < area.right, areas[rows[first]].right > area.x else { return [] }
        return rows[first..<last]
    }

    /// Returns the node at a point.
    func node(at spot: Spot) -> Int? {
        let point = Area(x: spot.x, y: spot.y, width: 0.001, height: 0.001)
        return (0...1).lazy.compactMap { nodes(inColumn: $0, point).first }.first
    }

    /// Returns the node that a key leads to.
    ///
    /// - Parameters:
    ///   - rows: How many nodes down; negative: up.
    ///   - isAcross: Whether to go to the other column.
    func node(from index: Int, rows: Int, isAcross: Bool = false) -> Int? {
        guard let column = columns.firstIndex(where: { $0.contains(index) }), let row = columns[column].firstIndex(of: index) else {
            return columns[0].first ?? columns[1].first
        }
        guard isAcross else { return columns[column][min(max(row + rows, 0), columns[column].count - 1)] }
        let middle = areas[index].middle.y
        return columns[1 - column].min { abs(areas[$0].middle.y - middle) < abs(areas[$1].middle.y - middle) }
    }

    /// Returns where an arrow starts and ends.
    func ends(of edge: ObservationGraph.Edge) -> (start: Spot, end: Spot) {
        let (source, observer) = (areas[edge.source], areas[edge.observer])
        let isMirrored = observer.x < source.x
        return (
            Spot(x: isMirrored ? source.x : source.right, y: source.middle.y),
            Spot(x: isMirrored ? observer.right : observer.x, y: observer.middle.y)
        )
    }

    // MARK: Laying out

    private static func spread(_ column: [Int], _ heights: inout [Double?]) {
        for (row, index) in column.enumerated() { heights[index] = Double(row) * step }
    }

    /// Returns nodes in the order of what they are connected to. Those without an arrow come last.
    private static func sorted(_ column: [Int], by neighbours: [[Int]], _ heights: [Double?]) -> [Int] {
        let goals = column.map { mean(neighbours[$0], heights) ?? .infinity }
        return column.indices.sorted { (goals[$0], $0) < (goals[$1], $1) }.map { column[$0] }
    }

    /// Moves each node as near to what it is connected to as its order allows.
    private static func pull(_ column: [Int], to neighbours: [[Int]], _ heights: inout [Double?]) {
        var top = 0.0
        for index in column {
            let height = max(top, mean(neighbours[index], heights) ?? top)
            heights[index] = height
            top = height + step
        }
    }

    private static func mean(_ nodes: [Int], _ heights: [Double?]) -> Double? {
        let known = nodes.compactMap { heights[$0] }
        return known.isEmpty ? nil : known.reduce(0, +) / Double(known.count)
    }
}

extension Array {
    /// Returns the first index whose element matches, where all elements after it match too.
    fileprivate func partitioningIndex(where matches: (Element) -> Bool) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if matches(self[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
