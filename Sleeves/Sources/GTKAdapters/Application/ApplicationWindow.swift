internal import CAdwaita
internal import Heed

/// A window of the application.
///
/// Its Swift object must be kept for as long as the window is open; releasing it closes the window.
@MainActor
open class ApplicationWindow: Widget {
    /// Called when the user wants the window closed. Answers whether it may be; without a handler it may.
    public var onCloseRequest: (() -> Bool)?
    /// Called when the window comes into view, and when it was minimised or hidden.
    public var onViewChange: ((Bool) -> Void)?
    /// Called once, when the window is gone.
    public var onDestroy: (() -> Void)?

    /// What the window shows.
    public var content: Widget? {
        didSet {
            guard content !== oldValue else { return }
            exchange(oldValue, for: content)
            if !isDestroyed { adw_application_window_set_content(object.cast(), content.gtk) }
        }
    }

    /// Whether the window is gone for good.
    public private(set) var isDestroyed = false

    private var deciding: SignalConnection?
    /// Closes what stands before this window.
    private var closings: [() -> Void] = []
    private var surfaceState: (property: GObjectProperty<Int>, observation: ObservationToken)?
    private var wasInView = false

    /// Creates a window that is not shown yet. The application must have started.
    public init(_ application: Application, title: String, width: Int, height: Int) {
        super.init(adw_application_window_new(application.object.cast()))
        self.title = title
        gtk_window_set_default_size(object.cast(), gint(width), gint(height))
        deciding = SignalConnection(deciding: object, "close-request") { [weak self] _ in
            self?.onCloseRequest?() == false
        }
        listen(to: "map") { [weak self] _ in self?.viewMayHaveChanged() }
        listen(to: "unmap") { [weak self] _ in self?.viewMayHaveChanged() }
        listen(to: "realize") { [weak self] _ in self?.followState() }
        // GTK's own signal for it comes only when the last reference goes, and that is ours.
        listen(to: "unrealize") { [weak self] _ in self?.noteDestruction() }
    }

    isolated deinit {
        if !isDestroyed { gtk_window_destroy(object.cast()) }
    }

    /// What stands in the window's title, and in the desktop's list of windows.
    public var title: String {
        get { gtk_window_get_title(object.cast()).map { String(cString: $0) } ?? "" }
        set { gtk_window_set_title(object.cast(), newValue) }
    }

    /// The size to restore, in logical pixels: of the window when it is neither maximised nor full screen. Observable.
    public var restorableSize: (width: Int, height: Int) {
        (property("default-width").value, property("default-height").value)
    }

    /// Whether the window fills the desktop. Observable.
    public var isMaximized: Bool {
        get { property("maximized").value }
        set { property("maximized").value = newValue }
    }

    /// Whether the window is the one that has the keyboard. Observable.
    public var isActive: Bool { property("is-active").value }

    /// Whether the window can be seen, as far as the desktop tells: it is open, and not minimised.
    public var isInView: Bool {
        guard isMapped, let surface = gtk_native_get_surface(opaque) else { return false }
        return gdk_toplevel_get_state(surface).rawValue & GDK_TOPLEVEL_STATE_MINIMIZED.rawValue == 0
    }

    /// The widget that has the keyboard is found by GTK; this takes it away from whichever has it.
    public func clearFocus() {
        gtk_window_set_focus(object.cast(), nil)
    }

    /// Shows the window, in front.
    public func present() {
        gtk_window_present(object.cast())
    }

    /// Asks for the window to be closed, as its close button does.
    public func close() {
        gtk_window_close(object.cast())
    }

    /// Closes the window without asking. Idempotent.
    public func destroy() {
        guard !isDestroyed else { return }
        gtk_window_destroy(object.cast())
        // A window that was never shown gives no signal.
        noteDestruction()
    }

    private func followState() {
        guard let surface = gtk_native_get_surface(opaque) else { return }
        let state = GObjectProperty<Int>(of: GObjectReference(sharing: UnsafeMutableRawPointer(surface)), "state")
        surfaceState = (state, state.observe(\.value) { [weak self] _ in self?.viewMayHaveChanged() })
    }

    private func viewMayHaveChanged() {
        guard isInView != wasInView else { return }
        wasInView.toggle()
        onViewChange?(wasInView)
    }

    /// Has something closed when this window is gone.
    func closeWithIt(_ close: @escaping () -> Void) {
        closings.append(close)
    }

    private func noteDestruction() {
        guard !isDestroyed else { return }
        isDestroyed = true
        for close in closings { close() }
        closings = []
        onDestroy?()
    }
}
