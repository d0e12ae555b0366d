internal import CAdwaita

/// Announces something short-lived to screen readers, such as a ``Toast`` or the number of found albums.
///
/// GTK 4.8 has no announcements. It does notify screen readers when the description of the focused widget changes, and they say it. So the
/// message becomes that description until the focus leaves the widget.
///
/// **Behavior**
/// - A message waits until the focus stays where it is, because screen readers ignore what they no longer follow. While there is no focus, it
///   waits too.
/// - A newer message replaces one that waits.
/// - If the widget that a message describes disappears, the message is announced again where the focus goes. What removes a widget often
///   announces why.
/// - Later, the widget has its own description again. Screen readers don't notice, as they have followed the focus.
@MainActor
final class Announcer {
    // State, all protected by the main actor:
    // - waiting: the message to announce once the focus stays.
    // - announced: the last message, and the widget that it describes.
    // - pause: runs until the focus is considered to stay.
    // - following: reports the focus while there is a message.

    /// How long the focus has to stay, in milliseconds.
    private static let patience = 150

    /// The window, which owns the announcer.
    private unowned let window: Widget
    private var waiting: String?
    private var announced: (text: String, widget: GObjectReference)?
    private var pause: MainLoopSource?
    private var following: SignalConnection?

    init(of window: Widget) {
        self.window = window
    }

    /// Announces a message.
    func announce(_ text: String) {
        waiting = text
        wait()
        guard following == nil else { return }
        following = SignalConnection(to: window.object, "notify::focus-widget") { [weak self] _ in self?.wait() }
    }

    private func wait() {
        pause = MainLoop.after(milliseconds: Self.patience) { [weak self] in self?.announceWaiting() }
    }

    private func announceWaiting() {
        pause = nil
        let focus = focusedWidget
        if let announced, announced.widget.pointer != focus?.pointer {
            Self.describe(announced.widget, as: Self.ownDescription(of: announced.widget))
            if gtk_widget_get_mapped(announced.widget.cast()) == 0 { waiting = waiting ?? announced.text }
            self.announced = nil
        }
        if let focus, let text = waiting {
            // GTK doesn't report a text that is already there.
            if announced?.text == text { Self.describe(focus, as: "") }
            Self.describe(focus, as: text)
            announced = (text, focus)
            waiting = nil
        }
        if announced == nil, waiting == nil { following = nil }
    }

    /// The widget that screen readers follow, if it is visible.
    private var focusedWidget: GObjectReference? {
        guard var focus = gtk_window_get_focus(window.object.cast()), gtk_widget_get_mapped(focus) != 0 else { return nil }
        // An entry speaks for the text inside of it.
        if gtk_accessible_get_accessible_role(OpaquePointer(focus)) == GTK_ACCESSIBLE_ROLE_NONE, let parent = gtk_widget_get_parent(focus) {
            focus = parent
        }
        return GObjectReference(sharing: UnsafeMutableRawPointer(focus))
    }

    // MARK: Descriptions

    /// Remembers a widget's own description, because GTK doesn't return it.
    static func note(_ description: String, of widget: GObjectReference) {
        g_object_set_data_full(widget.cast(), key, g_strdup(description), g_free)
    }

    private static let key = "sleeves-description"

    private static func ownDescription(of widget: GObjectReference) -> String {
        if let own = g_object_get_data(widget.cast(), key) { return String(cString: own.assumingMemoryBound(to: CChar.self)) }
        // GTK uses the tooltip as the description.
        return gtk_widget_get_tooltip_text(widget.cast()).map { String(cString: $0) } ?? ""
    }

    private static func describe(_ widget: GObjectReference, as text: String) {
        Widget.setAccessible(GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, to: text, on: widget.opaque)
    }
}
