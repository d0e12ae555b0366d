import GTKAdapters
import Localization

/// The list of sources and observers. Only the rows in view have widgets.
@MainActor
final class NodeList: Bin {
    /// Called when the user selects a row.
    var onSelect: ((NodeID) -> Void)?
    /// Called when the user activates a row.
    var onOpen: ((NodeID) -> Void)?

    private static let leastWidth = 240

    private let grid: GridView<NodeCell>
    private var nodes: [ObservationGraph.Node] = []
    private var isShowing = false

    init() {
        grid = GridView(accessibleLabel: localized("Sources and observers"), cellWidth: Self.leastWidth) { NodeCell() }
        super.init(ScrolledWindow(grid))
        grid.onShow = { [weak self] cell, place in
            guard let self, nodes.indices.contains(place) else { return }
            cell.show(nodes[place])
            grid.setAccessibleLabel(NodeCell.name(of: nodes[place]), of: cell)
        }
        grid.columnLimit = 1
        grid.onSelect = { [weak self] in
            guard let self, !isShowing, let place = grid.firstSelectedPlace, nodes.indices.contains(place) else { return }
            onSelect?(nodes[place].id)
        }
        grid.onActivate = { [weak self] place in
            guard let self, nodes.indices.contains(place) else { return }
            onOpen?(nodes[place].id)
        }
        expandsHorizontally = true
        expandsVertically = true
    }

    /// Shows the nodes of a graph.
    func show(_ graph: ObservationGraph) {
        let former = nodes
        nodes = graph.nodes
        let isSame = former.count == nodes.count && zip(former, nodes).allSatisfy { $0.id == $1.id }
        if !isSame {
            isShowing = true
            grid.replace(0..<former.count, withCount: nodes.count)
            isShowing = false
            return
        }
        for (cell, place) in grid.shownCells where former[place] != nodes[place] {
            cell.show(nodes[place])
            grid.setAccessibleLabel(NodeCell.name(of: nodes[place]), of: cell)
        }
    }

    /// Moves the keyboard focus to the list.
    func takeFocus() {
        grid.grabFocus()
    }

    /// Marks a node as selected.
    func select(_ id: NodeID?) {
        let place = id.flatMap { id in nodes.firstIndex { $0.id == id } }
        guard grid.firstSelectedPlace != place else { return }
        isShowing = true
        if let place { grid.select(place) } else { grid.select([]) }
        isShowing = false
    }
}
