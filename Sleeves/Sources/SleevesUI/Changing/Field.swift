import GTKAdapters

/// A field with its name above, and what is wrong with it below.
@MainActor
final class Field: Box {
    let entry: Entry
    private let problemLabel = Label(style: "error", "caption")

    init(_ name: String) {
        entry = Entry(name)
        let title = Label(name, style: "caption-heading")
        // The field itself has the name for those who do not see it.
        title.setAccessibleRole(.presentation)
        title.textAlignment = 0
        problemLabel.textAlignment = 0
        problemLabel.wraps = true
        problemLabel.isVisible = false
        super.init(.vertical, spacing: 6, [title, entry, problemLabel])
    }

    /// What is wrong, and what to write instead; `nil` where it will do.
    var problem: String? {
        get { entry.problem }
        set {
            entry.problem = newValue
            problemLabel.text = newValue ?? ""
            problemLabel.isVisible = newValue != nil
        }
    }
}
