import GTKAdapters

/// A text field with its name above and its problem below.
@MainActor
final class Field: Box {
    let entry: Entry
    private let problemLabel = Label(style: "error", "caption")

    init(_ name: String) {
        entry = Entry(name)
        let title = Label(name, style: "caption-heading")
        // The field itself has the accessible name.
        title.setAccessibleRole(.presentation)
        title.textAlignment = 0
        problemLabel.textAlignment = 0
        problemLabel.wraps = true
        problemLabel.isVisible = false
        super.init(.vertical, spacing: 6, [title, entry, problemLabel])
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
