internal import CAdwaita

/// A guard against layouts that request further layouts.
///
/// If a layout requests another one, GTK lays out the window again in the same frame, up to four times. Where that isn't enough, GTK 4.8
/// draws nothing, and the window stays blank for ever: GTK keeps the note that it is about to be drawn, so no later request has an effect.
///
/// **Behavior**
/// - In debug builds, the third of layouts that follow each other at once traps, with the names of the widgets that requested layouts and of
///   those that got other places.
/// - In release builds, a window that GTK didn't draw for this reason is drawn with the next frame.
@MainActor
final class LayoutGuard {
    // State, all protected by the main actor:
    // - layoutCount: the number of layouts that have followed each other at once, each requested by the one before.
    // - requests: the widgets that have requested a layout since the first of them began. Only in debug builds.
    // - places: where all widgets were after the second of them. Only in debug builds.

    /// The number of layouts after which GTK gives up.
    private static let limit = 4
    /// Whether debug builds trap. Tests of what follows otherwise turn it off.
    static var traps = true
    private static var requests: [String] = []

    private let surface: OpaquePointer
    private let root: UnsafeMutablePointer<GtkWidget>
    private var connections: [SignalConnection] = []
    private var layoutCount = 0
    private var places: [UnsafeMutablePointer<GtkWidget>: GtkAllocation] = [:]

    /// Guards a realised window, until it is unrealised.
    init?(_ window: Widget) {
        guard let surface = gtk_widget_get_native(window.gtk).flatMap(gtk_native_get_surface),
            let clock = gtk_widget_get_frame_clock(window.gtk)
        else { return nil }
        self.surface = surface
        root = window.gtk
        let object = GObjectReference(sharing: UnsafeMutableRawPointer(clock))
        connections = [
            SignalConnection(to: object, "update", isAfter: true) { _ in Self.requests = [] },
            SignalConnection(to: object, "layout", isAfter: true) { [weak self] _ in self?.noteLayout() },
        ]
    }

    /// Notes that a widget requests a layout, for the message of the trap.
    static func noteRequest(of widget: Widget) {
        assert(
            {
                requests.append(name(of: widget.gtk))
                return true
            }())
    }

    private func noteLayout() {
        layoutCount += 1
        // GDK may interrupt a frame, for a new size. What the main loop does meanwhile may request layouts.
        if layoutCount == 1 { GLibContext.enqueue { [weak self] in self?.endLayouts() } }
        assert(
            {
                if layoutCount == 2 { places = currentPlaces() }
                return true
            }())
        assert(
            layoutCount < 3 || !Self.traps,
            "a layout requested another one twice in one frame: \(culprits()); make the change before the next frame"
        )
    }

    private func endLayouts() {
        if layoutCount >= Self.limit, gtk_widget_get_realized(root) != 0 { gdk_surface_queue_render(surface) }
        layoutCount = 0
    }

    // MARK: Names

    private func culprits() -> String {
        let now = currentPlaces()
        let moved = now.filter { widget, place in
            guard let former = places[widget] else { return true }
            return (former.x, former.y, former.width, former.height) != (place.x, place.y, place.width, place.height)
        }
        let names = { (names: [String]) in names.isEmpty ? "none" : Set(names).sorted().joined(separator: ", ") }
        return "requested by \(names(Self.requests)); moved: \(names(moved.keys.map(Self.name)))"
    }

    /// The places of all visible widgets in their parents.
    private func currentPlaces() -> [UnsafeMutablePointer<GtkWidget>: GtkAllocation] {
        var places: [UnsafeMutablePointer<GtkWidget>: GtkAllocation] = [:]
        var waiting = [root]
        while let widget = waiting.popLast() {
            places[widget] = Widget.place(of: widget)
            var next = gtk_widget_get_first_child(widget)
            while let child = next {
                if gtk_widget_get_mapped(child) != 0 { waiting.append(child) }
                next = gtk_widget_get_next_sibling(child)
            }
        }
        return places
    }

    /// A widget's class and style classes.
    private static func name(of widget: UnsafeMutablePointer<GtkWidget>) -> String {
        var classes: [String] = []
        if let list = gtk_widget_get_css_classes(widget) {
            var index = 0
            while let style = list[index] {
                classes.append("." + String(cString: style))
                index += 1
            }
            g_strfreev(list)
        }
        return ForeignWidgets.className(of: widget) + classes.joined()
    }
}
