internal import CAdwaita

/// A text field.
///
/// A plain `GtkEntry`: the entry rows of libadwaita 1.2 don't tell screen readers when they have the keyboard focus.
@MainActor
public final class Entry: Widget {
    /// Called when the text changes.
    public var onChange: ((String) -> Void)?
    /// Called when the user presses the Enter key.
    public var onEnter: (() -> Void)?

    /// Creates an empty field. The Enter key in it activates the dialog's default button.
    ///
    /// - Parameter name: the name of the field for screen readers.
    public init(_ name: String) {
        super.init(gtk_entry_new())
        gtk_entry_set_activates_default(object.cast(), 1)
        setAccessibleLabel(name)
        listen(to: "changed") { [weak self] _ in
            guard let self else { return }
            onChange?(text)
        }
        listen(to: "activate") { [weak self] _ in self?.onEnter?() }
    }

    /// The text.
    public var text: String {
        get { String(cString: gtk_editable_get_text(opaque)) }
        set { gtk_editable_set_text(opaque, newValue) }
    }

    /// Whether the text is a password, which the field doesn't show and the system doesn't learn.
    public var isSecret = false {
        didSet {
            gtk_entry_set_visibility(object.cast(), isSecret ? 0 : 1)
            gtk_entry_set_input_purpose(object.cast(), isSecret ? GTK_INPUT_PURPOSE_PASSWORD : GTK_INPUT_PURPOSE_FREE_FORM)
        }
    }

    /// The text of an empty field; nil for none.
    public var placeholder: String? {
        get { gtk_entry_get_placeholder_text(object.cast()).map { String(cString: $0) } }
        set { gtk_entry_set_placeholder_text(object.cast(), newValue) }
    }

    /// The problem with the text; nil if it is valid. The field is marked and screen readers say the problem. The field itself doesn't
    /// show the words.
    public var problem: String? {
        didSet {
            guard problem != oldValue else { return }
            setStyle("error", problem != nil)
            setAccessibleInvalid(problem != nil)
            setAccessibleDescription(problem ?? "")
        }
    }
}
