internal import CAdwaita

/// A field to write in.
///
/// A plain `GtkEntry`: the entry rows of libadwaita 1.2 don't tell screen readers when they have the keyboard focus.
@MainActor
public final class Entry: Widget {
    /// Called when the text has changed.
    public var onChange: ((String) -> Void)?

    /// Creates an empty field. The Enter key in it stands for the dialog's default button.
    ///
    /// - Parameter name: what is to be written in it; what a screen reader says.
    public init(_ name: String) {
        super.init(gtk_entry_new())
        gtk_entry_set_activates_default(object.cast(), 1)
        setAccessibleLabel(name)
        listen(to: "changed") { [weak self] _ in
            guard let self else { return }
            onChange?(text)
        }
    }

    /// The text.
    public var text: String {
        get { String(cString: gtk_editable_get_text(opaque)) }
        set { gtk_editable_set_text(opaque, newValue) }
    }

    /// What is wrong with what is written there; nil where it will do. It is marked, and told to those who do not see it; the words are to
    /// be shown by somebody else.
    public var problem: String? {
        didSet {
            guard problem != oldValue else { return }
            if problem == nil { removeStyle("error") } else { addStyle("error") }
            setAccessibleInvalid(problem != nil)
            setAccessibleDescription(problem ?? "")
        }
    }
}
