internal import CAdwaita

/// The base class of all widgets.
///
/// **Ownership.**
/// - A `Widget` owns a strong reference to its GTK widget. The pointer never dangles.
/// - A container (``Box``, ``Bin``, ``ListBox`` …) owns the Swift objects of its children. So the root keeps the tree of widgets alive, and
///   handlers work for as long as the root is retained.
/// - A child doesn't own its parent, and GTK never owns a Swift object: signals reach Swift through a weak reference. So there are no
///   cycles, except from handlers that capture their own widget or window. Capture those weakly.
/// - When the last Swift owner releases the widget, its signals are disconnected and its reference is released. A GTK parent may keep the
///   GTK widget a little longer, without handlers.
///
/// - Threading: the main actor, that is, the thread that runs the main loop.
@MainActor
open class Widget {
    /// The GTK widget.
    let object: GObjectReference

    /// The Swift objects of the children, kept by identity.
    private var children: [ObjectIdentifier: Widget] = [:]

    /// The connected signals, which are disconnected with this object.
    private var connections: [SignalConnection] = []

    /// The layout after which the widget is scrolled into view.
    var scrolling: SignalConnection?

    /// The observed properties of the GTK widget, by name.
    var properties: [String: AnyObject] = [:]

    /// The added gestures and other controllers.
    private var controllers: [EventController] = []

    init(_ make: @autoclosure () -> UnsafeMutablePointer<GtkWidget>) {
        precondition(
            gtk_is_initialized() != 0,
            "a widget was made before the application started; make widgets in Application.onStartup, onActivate, or later"
        )
        object = GObjectReference(sharing: make())
    }

    /// Retains a child's Swift object. The container adds the child to the GTK widget.
    func keep(_ child: Widget) {
        children[ObjectIdentifier(child)] = child
    }

    /// Releases a child's Swift object.
    func letGo(of child: Widget) {
        children[ObjectIdentifier(child)] = nil
    }

    /// Returns whether this widget is the Swift owner of a child.
    func keeps(_ child: Widget) -> Bool {
        children[ObjectIdentifier(child)] != nil
    }

    /// Retains a new only child in place of the old one, and gives it to GTK. Does nothing if it is the same.
    func exchange(_ old: Widget?, for new: Widget?, _ set: (UnsafeMutablePointer<GtkWidget>?) -> Void) {
        guard new !== old else { return }
        LayoutGuard.noteRequest(of: self)
        if let old { letGo(of: old) }
        if let new { keep(new) }
        set(new.gtk)
    }

    /// Connects a handler to a signal for as long as this object lives.
    func listen(to signal: String, _ handler: @escaping @MainActor (SignalArguments) -> Void) {
        connections.append(SignalConnection(to: object, signal, handler))
    }

    /// Shows a tooltip that is chosen each time it is about to appear. Use either this or ``tooltip``.
    ///
    /// - Parameter text: Returns the text; `nil` for no tooltip.
    public func setTooltip(_ text: @escaping @MainActor () -> String?) {
        gtk_widget_set_has_tooltip(gtk, 1)
        let connection = SignalConnection(deciding: object, "query-tooltip") { arguments in
            guard let words = text(), let tooltip = arguments.object(3) else { return false }
            gtk_tooltip_set_text(OpaquePointer(tooltip), words)
            return true
        }
        connections.append(connection)
    }

    /// Adds a gesture or another controller. The widget owns it from then on.
    public func add(_ controller: EventController) {
        controllers.append(controller)
        gtk_widget_add_controller(gtk, controller.handOver())
    }

    /// Removes a gesture or another controller.
    public func remove(_ controller: EventController) {
        guard let position = controllers.firstIndex(where: { $0 === controller }) else { return }
        controllers.remove(at: position)
        gtk_widget_remove_controller(gtk, controller.object.opaque)
    }
}

extension Widget {
    /// The GTK widget, as `GtkWidget`.
    var gtk: UnsafeMutablePointer<GtkWidget> { object.cast() }

    /// The GTK widget, as a class that C's headers don't define.
    var opaque: OpaquePointer { object.opaque }
}

extension Optional where Wrapped == Widget {
    /// The GTK widget, or null.
    @MainActor var gtk: UnsafeMutablePointer<GtkWidget>? { self?.gtk }
}
