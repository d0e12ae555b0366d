internal import CAdwaita
internal import Heed

/// A window of the application. Ctrl+W closes it, as its close button does.
///
/// Keep the Swift object for as long as the window is open. Releasing it closes the window.
@MainActor
open class ApplicationWindow: Widget {
    /// Called when the user closes the window. Returns whether it may close; without a handler it may.
    public var onCloseRequest: (() -> Bool)?
    /// Called when the window becomes visible, and when it is minimised or hidden.
    public var onViewChange: ((Bool) -> Void)?
    /// Called when the window gets another width on the screen, after it has been laid out.
    public var onWidthChange: (() -> Void)?
    /// Called once, when the window is destroyed.
    public var onDestroy: (() -> Void)?
    /// Called when the user presses the Escape key, unless a menu or another popover closes. Returns whether the key was used.
    public var onEscape: (() -> Bool)?

    /// The content of the window.
    public var content: Widget? {
        didSet { exchange(oldValue, for: content) { if !isDestroyed { adw_application_window_set_content(object.cast(), $0) } } }
    }

    /// Whether the window is destroyed.
    public private(set) var isDestroyed = false

    /// Announces messages to screen readers.
    private(set) lazy var announcer = Announcer(of: self)

    private var deciding: SignalConnection?
    /// Closures that close the dialogs of this window.
    private var closings: [() -> Void] = []
    /// The window's own actions, by name.
    var actions: [String: Action] = [:]
    private var surfaceState: (property: GObjectProperty<Int>, observation: ObservationToken)?
    private var layout: SignalConnection?
    /// The controllers of keys that rest while a dialog is open in the window, with the phases that they had.
    var restingKeys: [(controller: GObjectReference, phase: GtkPropagationPhase)] = []
    private var layoutGuard: LayoutGuard?
    private var reportedWidth = 0
    private var wasInView = false
    /// Report the focus again after the window has opened.
    private var reports: [MainLoopSource] = []

    /// Creates a window that is not shown yet. The application must have started.
    public init(_ application: Application, title: String, width: Int, height: Int) {
        super.init(adw_application_window_new(application.object.cast()))
        // SAFETY: unretained, and removed before this object goes.
        g_object_set_data(object.cast(), Self.key, Unmanaged.passUnretained(self).toOpaque())
        self.title = title
        gtk_window_set_default_size(object.cast(), gint(width), gint(height))
        deciding = SignalConnection(deciding: object, "close-request") { [weak self] _ in
            self?.onCloseRequest?() == false
        }
        add(ShortcutController([.init("<Control>w", action: "window.close")]))
        reportEscape()
        listen(to: "notify::visible-dialog") { [weak self] _ in self?.restKeys() }
        listen(to: "map") { [weak self] _ in
            self?.viewMayHaveChanged()
            self?.reportFocusSoon()
        }
        listen(to: "unmap") { [weak self] _ in self?.viewMayHaveChanged() }
        listen(to: "realize") { [weak self] _ in
            guard let self else { return }
            layoutGuard = LayoutGuard(self)
            followState()
        }
        // GTK emits its own signal only when the last reference is released, and that reference is ours.
        listen(to: "unrealize") { [weak self] _ in self?.noteDestruction() }
    }

    isolated deinit {
        g_object_set_data(object.cast(), Self.key, nil)
        if !isDestroyed { gtk_window_destroy(object.cast()) }
    }

    private static let key = "sleeves-window"

    /// Returns the window that a widget is in.
    static func containing(_ widget: UnsafeMutablePointer<GtkWidget>) -> ApplicationWindow? {
        guard let root = gtk_widget_get_root(widget),
            let window = g_object_get_data(UnsafeMutableRawPointer(root).assumingMemoryBound(to: GObject.self), key)
        else { return nil }
        // SAFETY: only this class sets it, while the object lives.
        return Unmanaged<ApplicationWindow>.fromOpaque(window).takeUnretainedValue()
    }

    /// The title of the window, also in the desktop's list of windows.
    public var title: String {
        get { gtk_window_get_title(object.cast()).map { String(cString: $0) } ?? "" }
        set { gtk_window_set_title(object.cast(), newValue) }
    }

    /// The size to restore, in logical pixels: the size of the window while it is neither maximised nor full screen. Observable.
    public var restorableSize: (width: Int, height: Int) {
        (property("default-width").value, property("default-height").value)
    }

    /// The width on the screen, in logical pixels, without the shadow. Before the window is shown, the width to restore.
    public var shownWidth: Int {
        guard isMapped, let content, content.width > 0, let surface = gtk_native_get_surface(opaque) else { return restorableSize.width }
        // On a screen that is too small for the content, it is cut off.
        return min(content.width, Int(gdk_surface_get_width(surface)))
    }

    /// Whether the window is maximised. Observable.
    public var isMaximized: Bool {
        get { property("maximized").value }
        set { property("maximized").value = newValue }
    }

    /// Whether the window fills the screen, without a border.
    public var isFullscreen: Bool {
        get { gtk_window_is_fullscreen(object.cast()) != 0 }
        set { if newValue { gtk_window_fullscreen(object.cast()) } else { gtk_window_unfullscreen(object.cast()) } }
    }

    /// Whether the window has the keyboard focus. Observable.
    public var isActive: Bool { property("is-active").value }

    /// Whether the window is visible, as far as the desktop reports: open, and not minimised.
    public var isInView: Bool {
        guard isMapped, let surface = gtk_native_get_surface(opaque) else { return false }
        return gdk_toplevel_get_state(surface).rawValue & GDK_TOPLEVEL_STATE_MINIMIZED.rawValue == 0
    }

    /// Whether any widget of the window has the focus, or gets it when the window is active.
    public var isFocusSet: Bool { gtk_window_get_focus(object.cast()) != nil }

    /// Removes the keyboard focus from the widget that has it.
    public func clearFocus() {
        gtk_window_set_focus(object.cast(), nil)
    }

    /// Shows the window in front of others.
    public func present() {
        gtk_window_present(object.cast())
    }

    /// Requests that the window closes, as its close button does.
    public func close() {
        gtk_window_close(object.cast())
    }

    /// Closes the window without asking. Idempotent.
    public func destroy() {
        guard !isDestroyed else { return }
        gtk_window_destroy(object.cast())
        // A window that was never shown emits no signal.
        noteDestruction()
    }

    private func followState() {
        guard let surface = gtk_native_get_surface(opaque) else { return }
        let state = GObjectProperty<Int>(of: GObjectReference(sharing: UnsafeMutableRawPointer(surface)), "state")
        surfaceState = (state, state.observe(\.value) { [weak self] _ in self?.viewMayHaveChanged() })
        let object = GObjectReference(sharing: UnsafeMutableRawPointer(surface))
        layout = SignalConnection(to: object, "layout", isAfter: true) { [weak self] _ in self?.widthMayHaveChanged() }
    }

    private func widthMayHaveChanged() {
        guard shownWidth != reportedWidth else { return }
        reportedWidth = shownWidth
        // GTK is still laying out.
        GLibContext.enqueue { [weak self] in self?.onWidthChange?() }
    }

    private func viewMayHaveChanged() {
        guard isInView != wasInView else { return }
        wasInView.toggle()
        onViewChange?(wasInView)
    }

    /// Whether the focus leaves its widget only to come back at once.
    private(set) var isReportingFocus = false

    /// Reports the focus to screen readers again. GTK reports it once before the accessibility bus knows of the program, so they ignore it.
    ///
    /// They also ignore a report of what they know, so it is made a second time, for a program that was slow to start.
    private func reportFocusSoon() {
        guard reports.isEmpty else { return }
        reports = [400, 1_500].map { delay in MainLoop.after(milliseconds: delay) { [weak self] in self?.reportFocus() } }
    }

    func reportFocus() {
        guard isActive, let focus = gtk_window_get_focus(object.cast()), gtk_widget_get_native(focus) == opaque else { return }
        // Text in an entry would be selected.
        guard gtk_accessible_get_accessible_role(OpaquePointer(focus)) != GTK_ACCESSIBLE_ROLE_NONE else { return }
        let widget = GObjectReference(sharing: UnsafeMutableRawPointer(focus))
        isReportingFocus = true
        clearFocus()
        gtk_window_set_focus(object.cast(), widget.cast())
        isReportingFocus = false
    }

    /// Registers a closure to call when this window is destroyed.
    func closeWithIt(_ close: @escaping () -> Void) {
        closings.append(close)
    }

    private func noteDestruction() {
        guard !isDestroyed else { return }
        isDestroyed = true
        layoutGuard = nil
        for close in closings { close() }
        closings = []
        onDestroy?()
    }
}
