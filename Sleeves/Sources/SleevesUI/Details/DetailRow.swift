import GTKAdapters

/// A row of the table: a name at the start, and its value, which wraps if necessary, at the end.
@MainActor
final class DetailRow: PlainList.Row {
    private let name: String
    private let value = Label(style: "fact", "fact-value")

    /// - Parameter button: A button for an action on the row's value.
    init(_ name: String, button: Button? = nil) {
        self.name = name
        value.wraps = true
        value.lineLimit = 6
        value.isEllipsized = true
        value.textAlignment = 1
        value.horizontalAlignment = .end
        value.expandsHorizontally = true
        value.isSelectable = true
        let nameLabel = Label(name, style: "fact")
        value.setAccessibleLabel(from: nameLabel)
        let line = Box(.horizontal, spacing: 24, [nameLabel, value])
        if let button {
            button.verticalAlignment = .center
            line.append(button)
        }
        line.margins = Margins(horizontal: 12, vertical: 0)
        super.init(line)
        setAccessibleLabel(name)
        isVisible = false
    }

    /// The value at the end. Without a value, the row is hidden.
    var text: String? {
        didSet {
            isVisible = text?.isEmpty == false
            guard let text, text != oldValue else { return }
            value.text = text
            value.tooltip = text.count > 160 ? text : nil
            nameForScreenReaders()
        }
    }

    /// Shows texts that lead somewhere.
    ///
    /// - Parameter onOpen: Called with the index of the text that the user opens.
    func showLinks(_ texts: [String], onOpen: @escaping @MainActor (Int) -> Void) {
        text = texts.joined(separator: ", ")
        guard !texts.isEmpty else { return }
        value.showLinks(texts, onOpen: onOpen)
        nameForScreenReaders()
    }

    /// Names the value, which takes the keyboard. Otherwise, screen readers wouldn't say what it is the value of.
    private func nameForScreenReaders() {
        if let text { value.setAccessibleLabel("\(name), \(text)") }
    }
}
