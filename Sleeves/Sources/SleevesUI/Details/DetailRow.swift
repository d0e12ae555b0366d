import GTKAdapters

/// One line of the table: a name at the start, its value at the end, which wraps where there is no room.
@MainActor
final class DetailRow: ListRow {
    private let value = Label(style: "dim-label")

    /// - Parameter button: Does something about what the row says.
    init(_ name: String, button: Button? = nil) {
        value.wraps = true
        value.lineLimit = 6
        value.isEllipsized = true
        value.textAlignment = 1
        value.horizontalAlignment = .end
        value.expandsHorizontally = true
        value.isSelectable = true
        let line = Box(.horizontal, spacing: 24, [Label(name), value])
        if let button {
            button.verticalAlignment = .center
            line.append(button)
        }
        line.margins = Margins(horizontal: 12, vertical: 10)
        super.init(line)
        setAccessibleLabel(name)
        isVisible = false
    }

    /// What stands at the end. Where there is nothing, the row is hidden.
    var text: String? {
        didSet {
            isVisible = text?.isEmpty == false
            guard let text, text != oldValue else { return }
            value.text = text
            value.tooltip = text.count > 160 ? text : nil
            // The row has the keyboard, not the label: without this a screen reader says the row's name only.
            setAccessibleDescription(text)
        }
    }
}
