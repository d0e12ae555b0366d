internal import CAdwaita

/// A modal window in front of another.
///
/// Keep the Swift object for as long as the window is open. Releasing it closes the window. Escape and Ctrl+W close it too.
@MainActor
open class DialogWindow: Widget {
    /// Called once after the dialog was closed for any reason. It may release the dialog.
    public var onClose: (@Sendable @MainActor () -> Void)?

    private var isClosed = false
    private var opening: MainLoopSource?

    /// Creates a dialog that is not shown yet.
    ///
    /// - Parameters:
    ///   - title: the title.
    ///   - parent: the window behind it, which takes no input meanwhile.
    ///   - width: the width, in logical pixels.
    ///   - height: the height, in logical pixels. Without one, it follows from the content.
    public init(title: String, parent: ApplicationWindow, width: Int, height: Int? = nil) {
        super.init(adw_window_new())
        setAccessibleRole(.dialog)
        gtk_window_set_title(object.cast(), title)
        gtk_window_set_transient_for(object.cast(), parent.object.cast())
        gtk_window_set_modal(object.cast(), 1)
        gtk_window_set_default_size(object.cast(), gint(width), gint(height ?? -1))
        add(ShortcutController([.init("Escape", action: "window.close"), .init("<Control>w", action: "window.close")]))
        listen(to: "close-request") { [weak self] _ in self?.noteClosing() }
        listen(to: "unrealize") { [weak self] _ in self?.noteClosing() }
        // GTK's own mechanism waits until the last reference to the parent is released.
        parent.closeWithIt { [weak self] in self?.close() }
    }

    isolated deinit {
        if !isClosed { gtk_window_destroy(object.cast()) }
    }

    /// The content of the window.
    public var content: Widget? {
        didSet { exchange(oldValue, for: content) { if !isClosed { adw_window_set_content(object.cast(), $0) } } }
    }

    /// Sets the button that the Enter key activates from a field.
    public func setDefault(_ button: Button) {
        gtk_window_set_default_widget(object.cast(), button.gtk)
    }

    /// The widget in the content that has the focus at first. Nil: the first one.
    public weak var initialFocus: Widget?

    /// Shows the dialog, a moment later.
    public func present() {
        opening = Self.opening { [weak self] in
            guard let self, !isClosed else { return }
            initialFocus?.grabFocus()
            gtk_window_present(object.cast())
            // When it gets the focus, it has no place to scroll to.
            initialFocus?.scrollIntoViewAfterLayout()
        }
    }

    /// Opens a dialog once screen readers know of the key that has asked for it.
    ///
    /// They ask which window is active when they get a key. Where that is already the dialog, Orca 48 doesn't say what has the focus in it.
    static func opening(_ open: @escaping @MainActor () -> Void) -> MainLoopSource {
        MainLoop.after(milliseconds: 50, open)
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
        // GTK still uses the window at this moment.
        if let onClose { GLibContext.enqueue(onClose) }
    }
}
