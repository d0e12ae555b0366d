import GTKAdapters

/// A heading with rows below it. Without rows, it isn't visible.
@MainActor
final class DetailsSection: Box {
    /// A row.
    struct Line: Equatable {
        var title: String
        var subtitle = ""
        var trailing: String?
        /// The indentation of the row, in steps.
        var depth = 0
        var isProblem = false
        var isActivatable = false
    }

    private static let indent = 10
    private static let depthLimit = 6

    /// Called with the place of a row that is activated.
    var onOpen: ((Int) -> Void)?

    private let heading: Label
    private let list = ListBox(style: "boxed-list")
    private let note = Label(style: "dim-label", "caption")
    private var lines: [Line]?

    init(_ title: String) {
        heading = Label(title, style: "heading")
        super.init(.vertical, spacing: 6)
        heading.textAlignment = 0
        note.textAlignment = 0
        for part in [heading, list, note] as [Widget] { append(part) }
        list.setAccessibleLabel(title)
        list.onActivate = { [weak self] in self?.onOpen?($0) }
        show([])
    }

    /// The heading.
    var title: String {
        get { heading.text }
        set {
            guard heading.text != newValue else { return }
            heading.text = newValue
            list.setAccessibleLabel(newValue)
        }
    }

    /// Shows rows, and a note below them.
    func show(_ lines: [Line], note text: String? = nil) {
        note.isVisible = text != nil
        if let text, note.text != text { note.text = text }
        guard lines != self.lines else { return }
        self.lines = lines
        isVisible = !lines.isEmpty
        list.removeAll()
        for line in lines { list.append(row(for: line)) }
    }

    /// Moves the keyboard focus to the first row.
    ///
    /// - Returns: Whether there is one.
    func takeFocus() -> Bool {
        guard lines?.isEmpty == false else { return false }
        list.focusRow(at: 0)
        return true
    }

    private func row(for line: Line) -> Widget {
        let title = Label(line.title)
        title.textAlignment = 0
        title.wraps = true
        title.expandsHorizontally = true
        if line.isProblem { title.addStyle("error") }
        if line.trailing != nil { title.addStyle("dim-label") }
        let texts = Box(.vertical, spacing: 2, [title])
        if !line.subtitle.isEmpty {
            let subtitle = Label(line.subtitle, style: "caption", "dim-label")
            subtitle.textAlignment = 0
            subtitle.wraps = true
            texts.append(subtitle)
        }
        let content = Box(.horizontal, spacing: 12, [texts])
        if let trailing = line.trailing {
            title.wraps = false
            title.expandsHorizontally = false
            let value = Label(trailing, style: "numeric")
            value.wraps = true
            value.textAlignment = 1
            value.expandsHorizontally = true
            value.isSelectable = true
            content.append(value)
        }
        let leading = 12 + Self.indent * min(line.depth, Self.depthLimit)
        content.margins = Margins(top: 8, leading: leading, bottom: 8, trailing: 12)
        return ListRow(content, isActivatable: line.isActivatable)
    }
}
