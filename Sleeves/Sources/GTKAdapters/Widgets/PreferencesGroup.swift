internal import CAdwaita

/// A group of rows in a frame, under a heading.
@MainActor
public final class PreferencesGroup: Widget {
    /// The heading. Never markup.
    public var title: String {
        didSet { show() }
    }

    private var rows: [Widget] = []

    /// Creates a group without rows.
    public init(title: String = "", description: String = "") {
        self.title = title
        self.description = description
        super.init(adw_preferences_group_new())
        show()
        showDescription()
    }

    /// The text below the heading. Never markup.
    public var description: String {
        didSet { showDescription() }
    }

    private func showDescription() {
        adw_preferences_group_set_description(object.cast(), description.isEmpty ? nil : Markup.escape(description))
    }

    private func show() {
        adw_preferences_group_set_title(object.cast(), Markup.escape(title))
    }

    /// Adds a row at the end.
    public func add(_ row: Widget) {
        rows.append(row)
        keep(row)
        adw_preferences_group_add(object.cast(), row.gtk)
    }

    /// Removes all rows.
    public func removeAll() {
        for row in rows {
            adw_preferences_group_remove(object.cast(), row.gtk)
            letGo(of: row)
        }
        rows = []
    }
}
