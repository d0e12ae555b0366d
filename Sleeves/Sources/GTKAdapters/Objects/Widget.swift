internal import CAdwaita

/// What stands in a window: the base of every widget.
///
/// **Ownership.**
/// - A `Widget` owns a strong reference to its GTK widget. The pointer never dangles.
/// - A container owns the Swift objects of its children (``Box``, ``Bin``, ``ListBox`` …), so a tree of widgets is kept whole by its root,
///   and handlers work for as long as the root is held.
/// - A child does not own its parent, and GTK never owns a Swift object: signals reach Swift through a weak reference. So there are no
///   cycles, except those that a handler makes by capturing its own widget or window: capture those weakly.
/// - When the last Swift owner lets go, the signals are disconnected and the reference is given back. A GTK parent may keep the GTK widget
///   a little longer; it is then a picture without handlers.
///
/// - Threading: the main actor, that is the thread that runs the main loop.
@MainActor
open class Widget {
    /// The GTK widget.
    let object: GObjectReference

    /// The Swift objects of the children, kept by identity.
    private var children: [ObjectIdentifier: Widget] = [:]

    /// The signals that Swift listens to. Disconnected with this object.
    private var connections: [SignalConnection] = []

    /// The properties of the GTK widget that are followed, by name.
    var properties: [String: AnyObject] = [:]

    /// The gestures and other controllers that were added.
    private var controllers: [EventController] = []

    init(_ make: @autoclosure () -> UnsafeMutablePointer<GtkWidget>) {
        precondition(
            gtk_is_initialized() != 0,
            "a widget was made before the application started; make widgets in Application.onStartup, onActivate, or later"
        )
        object = GObjectReference(sharing: make())
    }

    /// Keeps a child's Swift object. Adding it to the GTK widget is the container's work.
    func keep(_ child: Widget) {
        children[ObjectIdentifier(child)] = child
    }

    /// Lets a child's Swift object go.
    func letGo(of child: Widget) {
        children[ObjectIdentifier(child)] = nil
    }

    /// Whether this widget is the Swift owner of a child.
    func keeps(_ child: Widget) -> Bool {
        children[ObjectIdentifier(child)] != nil
    }

    /// Keeps a new only child in place of the old one.
    func exchange(_ old: Widget?, for new: Widget?) {
        if let old { letGo(of: old) }
        if let new { keep(new) }
    }

    /// Listens to a signal for as long as this object lives.
    func listen(to signal: String, _ handler: @escaping @MainActor (SignalArguments) -> Void) {
        connections.append(SignalConnection(to: object, signal, handler))
    }

    /// Adds a gesture or another source of input. The widget owns it from here on.
    public func add(_ controller: EventController) {
        controllers.append(controller)
        gtk_widget_add_controller(gtk, controller.handOver())
    }

    /// Takes away a gesture or another source of input.
    public func remove(_ controller: EventController) {
        guard let position = controllers.firstIndex(where: { $0 === controller }) else { return }
        controllers.remove(at: position)
        gtk_widget_remove_controller(gtk, controller.object.opaque)
    }
}

extension Widget {
    /// The GTK widget, as `GtkWidget`.
    var gtk: UnsafeMutablePointer<GtkWidget> { object.cast() }

    /// The GTK widget, as a class that C hides from its headers.
    var opaque: OpaquePointer { object.opaque }
}

extension Optional where Wrapped == Widget {
    /// The GTK widget, or C's null.
    @MainActor var gtk: UnsafeMutablePointer<GtkWidget>? { self?.gtk }
}
