import GTKAdapters
import Localization

/// A row of the list: a name, a few words, and numbers.
@MainActor
final class NodeCell: Box {
    private let mark = NodeMark()
    private let title = TextLine(style: "cell-title")
    private let subtitle = TextLine(style: "dim-label", "caption")
    private let numbers = Label(style: "caption", "numeric", "dim-label")
    private let problems = Label(style: "caption", "numeric", "error")

    init() {
        super.init(.horizontal, spacing: 12)
        let texts = Box(.vertical, spacing: 2, [title, subtitle])
        texts.expandsHorizontally = true
        texts.verticalAlignment = .center
        for part in [mark, texts, problems, numbers] as [Widget] { append(part) }
        for side in [problems, numbers] { side.verticalAlignment = .center }
        margins = Margins(horizontal: 12, vertical: 8)
    }

    /// Shows a node.
    func show(_ node: ObservationGraph.Node) {
        mark.hue = node.id.isSource ? Hue.index(of: node.title) : nil
        title.text = node.countedTitle
        subtitle.text = node.subtitle
        set(numbers, Self.numbers(of: node))
        set(problems, Self.problems(of: node))
    }

    private func set(_ label: Label, _ text: String) {
        guard label.text != text else { return }
        label.text = text
        label.isVisible = !text.isEmpty
    }

    /// The words of a screen reader.
    static func name(of node: ObservationGraph.Node) -> String {
        [node.countedTitle, node.subtitle, problems(of: node), numbers(of: node)].filter { !$0.isEmpty }.joined(separator: ", ")
    }

    private static func numbers(of node: ObservationGraph.Node) -> String {
        var texts: [String] = []
        if node.waitingCount > 0 { texts.append(localized("{count} waiting", ["count": formatted(node.waitingCount)])) }
        if node.droppedCount > 0 { texts.append(localized("{count} dropped", ["count": formatted(node.droppedCount)])) }
        return texts.joined(separator: " · ")
    }

    private static func problems(of node: ObservationGraph.Node) -> String {
        var texts: [String] = []
        if node.leakCount > 0 { texts.append(localized(one: "{count} leak", other: "{count} leaks", count: node.leakCount)) }
        if node.mistakeCount > 0 {
            texts.append(localized(one: "{count} mistake", other: "{count} mistakes", count: node.mistakeCount))
        }
        return texts.joined(separator: " · ")
    }
}

/// The colour of a source, as the graph and the timeline show it, or a ring for an observer.
@MainActor
private final class NodeMark: Canvas {
    /// The colour; `nil` for an observer.
    var hue: Int? {
        didSet {
            if hue != oldValue { redraw() }
        }
    }

    init() {
        super.init(role: .presentation, accessibleLabel: "")
        setMinimumSize(width: 12, height: 12)
        verticalAlignment = .center
        onDraw = { [weak self] painter in
            guard let self else { return }
            if let hue {
                painter.fill(painter.area, radius: 6, Hue.paint(hue, isDark: Settings.shared.isDark))
            } else {
                painter.outline(painter.area, radius: 6, width: 2, paint(.text).faded(0.35))
            }
        }
    }
}
