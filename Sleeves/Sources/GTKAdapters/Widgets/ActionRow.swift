internal import CAdwaita

/// A row with a title, a smaller line below, and optional widgets at both ends.
@MainActor
public final class ActionRow: ListRow {
    /// Called when the row is activated by click or by key. A row with a handler looks activatable.
    public var onActivate: (() -> Void)? {
        didSet { isActivatable = onActivate != nil }
    }

    private var trailingLabel: Label?

    /// Creates a row.
    ///
    /// - Parameters:
    ///   - title: the title.
    ///   - subtitle: the line below. Empty: none.
    ///   - trailing: a short text at the end, such as a duration.
    public init(_ title: String, subtitle: String = "", trailing: String? = nil) {
        super.init(row: adw_action_row_new())
        adw_preferences_row_set_use_markup(object.cast(), 0)
        self.title = title
        self.subtitle = subtitle
        listen(to: "activated") { [weak self] _ in self?.onActivate?() }
        if let trailing { self.trailing = trailing }
    }

    /// The title. Never markup.
    public var title: String {
        get { String(cString: adw_preferences_row_get_title(object.cast())) }
        set { adw_preferences_row_set_title(object.cast(), newValue) }
    }

    /// The line below. Never markup.
    public var subtitle: String {
        get { adw_action_row_get_subtitle(object.cast()).map { String(cString: $0) } ?? "" }
        set { adw_action_row_set_subtitle(object.cast(), newValue) }
    }

    /// A short text at the end. Screen readers don't say it: the row's description should.
    public var trailing: String {
        get { trailingLabel?.text ?? "" }
        set {
            if let trailingLabel {
                trailingLabel.text = newValue
            } else {
                let label = Label(newValue, style: "dim-label", "numeric")
                label.setAccessibleRole(.presentation)
                trailingLabel = label
                addSuffix(label)
            }
        }
    }

    /// The maximum number of lines of the title. Nil: no limit.
    public var titleLineLimit: Int? {
        get {
            let lines = adw_action_row_get_title_lines(object.cast())
            return lines > 0 ? Int(lines) : nil
        }
        set { adw_action_row_set_title_lines(object.cast(), gint(newValue ?? 0)) }
    }

    /// Marks the row as chosen or not for screen readers, and a chosen one with a symbol before the title. Call it once, after adding the row to
    /// its list, because GTK then marks the row itself.
    public func mark(asChosen isChosen: Bool) {
        if isChosen { addPrefix(Icon("object-select-symbolic")) }
        setAccessibleSelected(isChosen)
    }

    /// Adds a widget before the title.
    public func addPrefix(_ child: Widget) {
        keep(child)
        adw_action_row_add_prefix(object.cast(), child.gtk)
    }

    /// Adds a widget at the end.
    public func addSuffix(_ child: Widget) {
        keep(child)
        adw_action_row_add_suffix(object.cast(), child.gtk)
    }
}
