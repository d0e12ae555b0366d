internal import CAdwaita

/// A window that asks something, before another one.
///
/// Its Swift object must be kept for as long as it is open; releasing it closes it. The Escape key closes it too.
@MainActor
open class DialogWindow: Widget {
    /// Called once, when it has been closed, however that came.
    public var onClose: (() -> Void)?

    private var isClosed = false

    /// Creates a dialog that is not shown yet.
    ///
    /// - Parameters:
    ///   - title: what it is about.
    ///   - parent: the window that it stands before, which waits.
    ///   - width: in logical pixels. It is as high as what it shows.
    public init(title: String, parent: ApplicationWindow, width: Int) {
        super.init(adw_window_new())
        setAccessibleRole(.dialog)
        gtk_window_set_title(object.cast(), title)
        gtk_window_set_transient_for(object.cast(), parent.object.cast())
        gtk_window_set_modal(object.cast(), 1)
        gtk_window_set_default_size(object.cast(), gint(width), -1)
        add(ShortcutController([.init("Escape", action: "window.close")]))
        listen(to: "close-request") { [weak self] _ in self?.noteClosing() }
        listen(to: "unrealize") { [weak self] _ in self?.noteClosing() }
        // GTK's own way waits until nobody refers to the parent any more.
        parent.closeWithIt { [weak self] in self?.close() }
    }

    isolated deinit {
        if !isClosed { gtk_window_destroy(object.cast()) }
    }

    /// What the window shows.
    public var content: Widget? {
        didSet {
            guard content !== oldValue else { return }
            exchange(oldValue, for: content)
            if !isClosed { adw_window_set_content(object.cast(), content.gtk) }
        }
    }

    /// The button that the Enter key stands for in a field.
    public func setDefault(_ button: Button) {
        gtk_window_set_default_widget(object.cast(), button.gtk)
    }

    /// What has the keyboard at first, among the content. Nil: whatever comes first.
    public weak var initialFocus: Widget?

    /// Shows the dialog.
    public func present() {
        initialFocus?.grabFocus()
        gtk_window_present(object.cast())
    }

    /// Closes the dialog. Idempotent.
    public func close() {
        guard !isClosed else { return }
        gtk_window_destroy(object.cast())
        noteClosing()
    }

    private func noteClosing() {
        guard !isClosed else { return }
        isClosed = true
        onClose?()
    }
}
