import GTKAdapters

/// A row of the table: a name at the start, and its value, which wraps if necessary, at the end. A field can take their place.
@MainActor
final class DetailRow: PlainList.Row {
    private let name: String
    private let value = Label(style: "fact", "fact-value")
    private let line: Box
    private var editor: Field?

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
        line = Box(.horizontal, spacing: 24, [nameLabel, value])
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

    // MARK: Editing in place

    /// Shows a text that a click on it, or Enter, lets the user edit.
    ///
    /// - Parameter spoken: The text for screen readers.
    func showEditable(_ text: String, spoken: String, onEdit: @escaping @MainActor () -> Void) {
        showLinks([text]) { _ in onEdit() }
        value.addStyle("quiet-link")
        if spoken != text { value.setAccessibleLabel("\(name), \(spoken)") }
    }

    /// Shows a field with the keyboard focus in place of the value. Enter, or leaving the field, applies what is typed, and Escape doesn't.
    ///
    /// - Parameters:
    ///   - text: The text in the field.
    ///   - problem: Returns the problem with a text, which isn't applied then.
    ///   - apply: Called at most once, with another text.
    func edit(
        _ text: String, problem: @escaping @MainActor (String) -> String?, apply: @escaping @MainActor (String) -> Void
    ) -> Field {
        endEditing()
        let field = Field(name)
        field.entry.text = text
        field.margins = Margins(horizontal: 12, vertical: 8)
        let finish: @MainActor () -> Void = { [weak self, weak field] in
            guard let self, let field, editor === field else { return }
            let typed = field.entry.text
            endEditing()
            if typed != text, problem(typed) == nil { apply(typed) }
        }
        field.entry.onChange = { [weak field] typed in field?.problem = problem(typed) }
        field.entry.onEnter = { [weak field] in
            if field?.problem == nil { finish() }
        }
        let keys = KeyController(phase: .capture)
        keys.onKey = { [weak self] key, modifiers in
            guard key == .escape, modifiers.isEmpty else { return false }
            self?.endEditing()
            return true
        }
        field.entry.add(keys)
        let focus = FocusController()
        focus.onLeave = { [weak field] in
            // The field must not be removed while GTK moves the focus.
            GLibContext.enqueue { [weak field] in
                // A list of suggestions that closes gives the focus back.
                if field?.containsFocus == false { finish() }
            }
        }
        field.add(focus)
        editor = field
        append(field)
        line.isVisible = false
        field.entry.grabFocus()
        return field
    }

    /// Shows the value again instead of the field.
    func endEditing() {
        guard let field = editor else { return }
        editor = nil
        line.isVisible = true
        field.passFocus(to: value)
        field.isVisible = false
        // The field's own key is being handled.
        GLibContext.enqueue { [weak self] in self?.remove(field) }
    }
}
