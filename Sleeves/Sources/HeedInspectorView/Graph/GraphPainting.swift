import GTKAdapters
import Localization

/// Draws the part of a graph that is in view: nodes in the graph's coordinates, arrows in the view's.
@MainActor
struct GraphPainting {
    /// The scale below which texts can't be read and aren't drawn.
    private static let textScale = 0.42
    private static let radius = 10.0
    private static let padding = 12.0
    private static let stripe = 4.0
    /// The width from which on numbers are beside both lines of a node.
    private static let pillWidth = 200.0

    let graph: ObservationGraph
    let layout: GraphLayout
    let selected: Int?
    let style: GraphStyle
    let viewport: Viewport
    let visible: Area

    /// Draws the nodes and the arrows.
    func drawBase(_ painter: Painter) {
        guard !graph.nodes.isEmpty else { return }
        var (plain, chosen): ([Curve], [Curve]) = ([], [])
        let faint = selected == nil ? 0.28 : 0.12
        for edge in graph.edges {
            let isChosen = edge.source == selected || edge.observer == selected
            guard let curve = curve(of: edge, style.text.faded(isChosen ? 0.75 : faint)) else { continue }
            if isChosen { chosen.append(curve) } else { plain.append(curve) }
        }
        painter.stroke(plain, in: painter.area, width: lineWidth(1.25))
        painter.stroke(chosen, in: painter.area, width: lineWidth(1.75))
        let related = selected.map { Set(graph.neighbours(of: $0)) }
        forEachNode(painter) { index, painter in
            draw(index, isFaded: related.map { index != selected && !$0.contains(index) } ?? false, painter)
        }
    }

    /// Draws what is lit on top of the nodes and the arrows.
    func drawLights(_ lights: Activity.Lights, at seconds: Double, isFading: Bool, with painter: Painter) {
        guard lights.end > seconds, lights.nodes.count == graph.nodes.count else { return }
        func brightness(_ lit: Double) -> Double {
            let value = Activity.brightness(lit: lit, at: seconds)
            return isFading || value == 0 ? value : 1
        }
        var curves: [Curve] = []
        for (index, lit) in lights.edges.enumerated() where lit > -Double.infinity {
            let level = brightness(lit)
            if level > 0, let curve = curve(of: graph.edges[index], style.accent.faded(level)) { curves.append(curve) }
        }
        painter.stroke(curves, in: painter.area, width: lineWidth(2.5))
        forEachNode(painter) { index, painter in
            let level = brightness(lights.nodes[index])
            let area = layout.areas[index]
            if level > 0 {
                painter.fill(area, radius: Self.radius, style.accent.faded(0.2 * level))
                painter.outline(area, radius: Self.radius, width: 2, style.accent.faded(level))
            }
            if index == selected { painter.outline(area, radius: Self.radius, width: 2, style.text) }
        }
    }

    /// Calls a closure for each node in view, with a painter that has the graph's coordinates.
    private func forEachNode(_ painter: Painter, _ body: (Int, Painter) -> Void) {
        painter.transformed(origin: viewport.origin, scale: viewport.scale) { painter in
            for column in 0...1 {
                for index in layout.nodes(inColumn: column, visible) { body(index, painter) }
            }
        }
    }

    private func lineWidth(_ width: Double) -> Double {
        max(0.75, width * viewport.scale)
    }

    /// Returns the curve of an arrow; `nil` if it is out of view.
    private func curve(of edge: ObservationGraph.Edge, _ paint: Paint) -> Curve? {
        let (start, end) = layout.ends(of: edge)
        let top = min(start.y, end.y) - 4
        let bounds = Area(x: min(start.x, end.x), y: top, width: abs(end.x - start.x), height: abs(end.y - start.y) + 8)
        guard bounds.intersects(visible) else { return nil }
        return Curve(from: viewport.viewSpot(start), to: viewport.viewSpot(end), head: 7 * viewport.scale, paint)
    }

    // MARK: Nodes

    private func draw(_ index: Int, isFaded: Bool, _ painter: Painter) {
        let (node, area) = (graph.nodes[index], layout.areas[index])
        let opacity = isFaded ? 0.45 : node.isAlive ? 1 : 0.6
        // Cards are translucent; arrows must not shine through.
        painter.fill(area, radius: Self.radius, style.view)
        painter.fill(area, radius: Self.radius, style.isDark ? style.text.faded(0.08) : style.text.faded(0.03))
        let isProblem = node.leakCount + node.mistakeCount > 0
        let edge = index == selected ? style.text : isProblem ? style.error : style.text.faded(style.isDark ? 0.2 : 0.16)
        painter.outline(area, radius: Self.radius, width: index == selected ? 2 : 1, edge)
        var inner = Area(x: area.x + Self.padding, y: area.y, width: area.width - 2 * Self.padding, height: area.height)
        if index < graph.sourceCount {
            inner = withoutStart(inner, Self.stripe + 8)
            let x = style.isMirrored ? area.right - Self.padding - Self.stripe : area.x + Self.padding
            let stripe = Area(x: x, y: area.y + 11, width: Self.stripe, height: area.height - 22)
            painter.fill(stripe, radius: 2, Hue.paint(Hue.index(of: node.title), isDark: style.isDark).faded(opacity))
        }
        guard viewport.scale >= Self.textScale else { return }
        var upper = Area(x: inner.x, y: area.y + 4, width: inner.width, height: 20)
        var lower = Area(x: inner.x, y: area.y + 23, width: inner.width, height: 18)
        if area.width < Self.pillWidth {
            // Beside a narrow node's title there is no room.
            lower = drawMarks(of: node, in: lower, opacity: opacity, painter)
        } else {
            inner = drawMarks(of: node, in: inner, opacity: opacity, painter)
            (upper.x, upper.width, lower.x, lower.width) = (inner.x, inner.width, inner.x, inner.width)
        }
        let text = style.text.faded(opacity)
        let title = area.width < Self.pillWidth ? node.title.replacing(".swift:", with: ":") : node.title
        painter.draw(title, .heading, in: upper, text)
        painter.draw(node.subtitle, .caption, in: lower, text.faded(0.7))
    }

    /// Draws the numbers at a node's end.
    ///
    /// - Returns: The rest of the area.
    private func drawMarks(of node: ObservationGraph.Node, in area: Area, opacity: Double, _ painter: Painter) -> Area {
        var rest = area
        let problems = node.leakCount + node.mistakeCount
        if problems > 0 { rest = drawPill(formatted(problems), style.error, isFilled: true, in: rest, painter) }
        if node.waitingCount > 0 { rest = drawPill(formatted(node.waitingCount), style.warning, isFilled: false, in: rest, painter) }
        if node.count > 1 {
            rest = drawPill("× \(formatted(node.count))", style.text.faded(opacity), isFilled: false, in: rest, painter)
        }
        return rest
    }

    private func drawPill(_ text: String, _ paint: Paint, isFilled: Bool, in area: Area, _ painter: Painter) -> Area {
        let size = painter.measure(text, .caption)
        let width = max(size.width + 14, 20)
        let x = style.isMirrored ? area.x : area.right - width
        let height = min(20, area.height)
        let pill = Area(x: x, y: area.middle.y - height / 2, width: width, height: height)
        painter.fill(pill, radius: height / 2, isFilled ? paint : paint.faded(0.12))
        let white = Paint(0xffffff)
        painter.draw(text, .caption, in: pill, alignment: .center, isFilled ? (style.isDark ? style.view : white) : paint)
        let rest = width + 6
        return Area(x: style.isMirrored ? area.x + rest : area.x, y: area.y, width: max(0, area.width - rest), height: area.height)
    }

    private func withoutStart(_ area: Area, _ width: Double) -> Area {
        Area(x: style.isMirrored ? area.x : area.x + width, y: area.y, width: area.width - width, height: area.height)
    }
}
