import GTKAdapters

/// A text field with its name above and its problem below.
@MainActor
final class Field: Box {
    let entry: Entry
    private let problemLabel = Label(style: "error", "caption")
    private let line: Box
    private var button: SuggestionButton?
    let name: String

    init(_ name: String) {
        self.name = name
        entry = Entry(name)
        entry.expandsHorizontally = true
        line = Box(.horizontal, [entry])
        line.addStyle("linked")
        let title = Label(name, style: "caption-heading")
        // The field itself has the accessible name.
        title.setAccessibleRole(.presentation)
        title.textAlignment = 0
        // A long name doesn't keep a dialog from being narrow.
        title.wraps = true
        problemLabel.textAlignment = 0
        problemLabel.wraps = true
        problemLabel.isVisible = false
        super.init(.vertical, spacing: 6, [title, line, problemLabel])
    }

    /// Calls a closure when the user has pressed Enter or left the field: not while it is typed, for half an address is another one.
    func onEnd(_ body: @escaping @MainActor () -> Void) {
        entry.onEnter = body
        let focus = FocusController()
        focus.onLeave = body
        entry.add(focus)
    }

    /// Values that a button beside the field offers. The button is hidden while there are none.
    var suggestions: [String] = [] {
        didSet {
            guard suggestions != oldValue else { return }
            if button == nil {
                let button = SuggestionButton(entry, name: name)
                line.append(button)
                self.button = button
            }
            button?.values = suggestions
            button?.isVisible = !suggestions.isEmpty
        }
    }

    /// The problem and what to enter instead; `nil` if the text is valid.
    var problem: String? {
        get { entry.problem }
        set {
            entry.problem = newValue
            problemLabel.text = newValue ?? ""
            problemLabel.isVisible = newValue != nil
        }
    }
}

extension ListRow {
    /// Creates the row of a field, which takes the keyboard itself.
    convenience init(alone field: Field) {
        self.init(field)
        setAccessibleLabel(field.name)
        isFocusable = false
        field.margins = Margins(horizontal: 12, vertical: 12)
    }
}
