import GTKAdapters
import Heed
import Localization

/// The graph of who observes what. What takes part in a delivery lights up and fades.
///
/// The nodes and arrows in view are drawn into a layer when they change; while lights fade, a frame draws only the lights. Without lights and
/// changes, no frame is drawn.
@MainActor
final class GraphView: Canvas {
    // State, all protected by the main actor:
    // - picture: what is shown.
    // - viewport: which part of it; isFitted: whether it follows the graph's size, until the user moves it.
    // - base, drawn: the layer with nodes and arrows, and what it was drawn for.
    // - clock: runs while lights fade.

    /// Called when the user selects a node, or none.
    var onSelect: ((NodeID?) -> Void)?
    /// Called when the user double-clicks a node or presses Enter.
    var onOpen: ((NodeID) -> Void)?
    /// Returns the present time, as the picture's lights measure it.
    var seconds: () -> Double = { 0 }
    /// The frames that were drawn.
    private(set) var frames = FrameStatistics()

    private(set) var picture = InspectorPicture()
    var viewport = Viewport()
    var isFitted = true
    private let base = DrawingLayer()
    private var drawn: Drawn?
    private var clock: FrameClock?
    /// Whether lights fade. Otherwise, they go out with the next picture.
    private let isFading: Bool

    /// The values that a layer depends on.
    private struct Drawn: Equatable {
        var revision: Int
        var viewport: Viewport
        var width, height: Int
        var selection: NodeID?
        var style: GraphStyle
    }

    /// - Parameter isFading: Whether lights fade: not over a network, where each frame is sent.
    init(isFading: Bool) {
        self.isFading = isFading
        super.init(accessibleLabel: localized("Graph of sources and their observers"))
        addStyle("view")
        isFocusable = true
        expandsHorizontally = true
        expandsVertically = true
        setMinimumSize(width: 200, height: 160)
        onDraw = { [weak self] in self?.draw($0) }
        onResize = { [weak self] in self?.fitIfNeeded() }
        listenForInput()
    }

    /// The selected node.
    var selection: NodeID? {
        didSet {
            guard selection != oldValue else { return }
            redraw()
            describeSelection()
        }
    }

    /// Shows a picture.
    func show(_ picture: InspectorPicture) {
        let isSame = picture.revision == self.picture.revision
        let wereLit = self.picture.lights.end > seconds()
        self.picture = picture
        if !isSame {
            if isFitted { fitIfNeeded() } else { keepInView() }
            describeSelection()
        }
        let areLit = picture.lights.end > seconds()
        if !isSame || areLit || wereLit { redraw() }
        if areLit, isFading, Settings.shared.animationsEnabled { startClock() }
    }

    /// Shows the whole width again.
    func fit() {
        isFitted = true
        fitIfNeeded()
        redraw()
    }

    private func fitIfNeeded() {
        guard isFitted else { return }
        viewport.fit(picture.layout, width: Double(width), height: Double(height))
    }

    /// Keeps a part of the graph in view.
    func keepInView() {
        viewport.clamp(to: picture.layout, width: Double(width), height: Double(height))
    }

    /// Moves a node into view.
    func reveal(_ index: Int) {
        viewport.reveal(picture.layout.areas[index], width: Double(width), height: Double(height))
        redraw()
    }

    private func describeSelection() {
        guard let index = selection.flatMap({ picture.graph.index(of: $0) }) else { return setAccessibleDescription("") }
        let node = picture.graph.nodes[index]
        let count = Set(picture.graph.neighbours(of: index)).count
        let arrows =
            index < picture.graph.sourceCount
            ? localized(one: "{count} observer", other: "{count} observers", count: count)
            : localized(one: "{count} source", other: "{count} sources", count: count)
        setAccessibleDescription([node.countedTitle, node.subtitle, arrows].joined(separator: ", "))
    }

    // MARK: Drawing

    private func startClock() {
        guard clock == nil, isMapped else { return }
        clock = FrameClock(of: self) { [weak self] _ in
            guard let self else { return }
            redraw()
            if picture.lights.end <= seconds() || !isMapped { clock = nil }
        }
    }

    private func draw(_ painter: Painter) {
        let start = ContinuousClock.now
        defer { frames.add(.now - start) }
        let style = GraphStyle(of: self)
        let wanted = Drawn(
            revision: picture.revision, viewport: viewport, width: width, height: height, selection: selection, style: style)
        if drawn != wanted {
            base.invalidate()
            drawn = wanted
        }
        let painting = GraphPainting(
            graph: picture.graph, layout: picture.layout, selected: selection.flatMap { picture.graph.index(of: $0) }, style: style,
            viewport: viewport, visible: viewport.visible(width: Double(width), height: Double(height)))
        painter.draw(base) { painting.drawBase($0) }
        painting.drawLights(picture.lights, at: seconds(), isFading: isFading, with: painter)
    }
}
