internal import CAdwaita

/// A modal question with two answers: a dialog in a window, or, before libadwaita 1.5, a window of its own.
///
/// Keep the object until it calls its handler. Releasing it closes the question without an answer.
@MainActor
public final class QuestionDialog: Widget {
    private weak var parent: ApplicationWindow?
    private var response: SignalConnection?
    private var isClosed = false
    private var opening: MainLoopSource?

    /// Creates a question that isn't shown yet.
    ///
    /// - Parameters:
    ///   - heading: The question.
    ///   - text: What the user must know to answer.
    ///   - cancel: The label of the answer that changes nothing, which Escape gives too.
    ///   - accept: The label of the other answer, which Enter gives.
    ///   - answer: Called once, with whether the user accepts.
    public init(
        _ heading: String,
        text: String,
        cancel: String,
        accept: String,
        parent: ApplicationWindow,
        answer: @escaping @Sendable @MainActor (Bool) -> Void
    ) {
        self.parent = parent
        super.init(sleeves_question_new(parent.object.cast(), heading, text))
        Self.mendHeading(in: gtk)
        sleeves_question_add(gtk, "cancel", cancel)
        sleeves_question_add(gtk, "accept", accept)
        sleeves_question_set_keys(gtk, "accept", "cancel")
        response = SignalConnection(to: object, "response") { [weak self] arguments in
            guard let self, !isClosed else { return }
            isClosed = true
            let isAccepted = arguments.text(0) == "accept"
            // GTK still uses the dialog at this moment.
            GLibContext.enqueue { answer(isAccepted) }
        }
        parent.closeWithIt { [weak self] in self?.close() }
    }

    isolated deinit {
        close()
    }

    /// A width that each heading can have, and every dialog has.
    private static let headingWidth: gint = 100

    /// Lets the large heading be narrower than its text. Libadwaita shows a small one in its place where that doesn't fit, but measures both for
    /// the smallest width of either, and GTK 4.18 warns about widths that a text can't have. Libadwaita 1.10 measures them one by one.
    private static func mendHeading(in dialog: UnsafeMutablePointer<GtkWidget>) {
        guard (adw_get_major_version(), adw_get_minor_version()) < (1, 10) else { return }
        ForeignWidgets.visit(dialog) { widget in
            guard ForeignWidgets.isKind(widget, of: gtk_label_get_type()), gtk_widget_has_css_class(widget, "title-2") != 0 else { return }
            gtk_label_set_ellipsize(OpaquePointer(widget), PANGO_ELLIPSIZE_END)
            gtk_widget_set_size_request(gtk_widget_get_parent(widget), headingWidth, -1)
        }
    }

    /// Shows the question, a moment later.
    public func present() {
        opening = DialogWindow.opening { [weak self] in
            guard let self, !isClosed, let parent else { return }
            sleeves_question_present(gtk, parent.object.cast())
        }
    }

    /// Closes the question without an answer. Idempotent.
    public func close() {
        guard !isClosed else { return }
        isClosed = true
        sleeves_question_close(gtk)
    }
}
