import GTKAdapters

/// One line of the table: a name at the start, its value at the end, which wraps where there is no room.
@MainActor
final class DetailRow {
    let row: ActionRow
    private let value = Label(style: "dim-label")

    init(_ name: String) {
        row = ActionRow(name)
        value.wraps = true
        value.lineLimit = 3
        value.isEllipsized = true
        value.textAlignment = 1
        value.widthLimit = 48
        value.expandsHorizontally = true
        value.margins = Margins(horizontal: 0, vertical: 6)
        row.addSuffix(value)
    }

    /// What stands at the end.
    var text: String {
        get { value.text }
        set {
            value.text = newValue
            // The row has the keyboard, not the label: without this a screen reader says the row's name only.
            row.setAccessibleDescription(newValue)
        }
    }
}
