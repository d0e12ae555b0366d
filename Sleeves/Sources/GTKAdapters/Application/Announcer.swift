internal import CAdwaita

/// Announces something short-lived to screen readers, such as a ``Toast`` or the number of found albums.
///
/// GTK 4.8 has no announcements. But it tells screen readers when the description of the focused widget changes, and they read it out. So
/// a message becomes that description until the focus leaves the widget.
///
/// **Behavior**
/// - A message waits until the focus stays where it is, because screen readers ignore what they no longer follow. Without a focus, it waits
///   too.
/// - A newer message replaces one that waits, but not that of a toast: both are said.
/// - If the focus leaves the widget right after the message, and not because of a key or a click, the message is announced again where the
///   focus goes, because the screen reader has interrupted it. What moves the focus or removes a widget often announces why.
/// - Once the focus has moved on, the widget gets its own description back. Screen readers no longer follow it, so they don't say it.
@MainActor
final class Announcer {
    // State, all protected by the main actor:
    // - toast, latest: what to announce once the focus stays.
    // - announced: the last message, the widget that it describes, and when it was said.
    // - input: counts keys and clicks since the first message.
    // - pause: runs until the focus is considered to stay.
    // - following: reports the focus while there is a message.

    /// How long the focus has to stay, in milliseconds.
    private static let patience = 150
    /// How soon after a message the focus has to leave its widget for the message to be repeated.
    /// Long, because a busy machine takes its time to move the focus.
    private static let consequence = Duration.seconds(5)

    /// The window, which owns the announcer.
    private unowned let window: Widget
    private var toast: String?
    private var latest: String?
    private var announced: Announced?
    private lazy var input = InputCounter(of: window)
    private var pause: MainLoopSource?
    private var following: SignalConnection?

    private struct Announced {
        var toast: String?
        var latest: String?
        let widget: GObjectReference
        let time = ContinuousClock.now
        let inputCount: Int

        var text: String? { Announcer.joined(toast, latest) }
    }

    init(of window: Widget) {
        self.window = window
    }

    /// Announces a message.
    func announce(_ text: String) {
        latest = text
        follow()
    }

    /// Announces the message of a toast.
    func announce(toast text: String) {
        toast = text
        follow()
    }

    private func follow() {
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
            let isHidden = gtk_widget_get_mapped(announced.widget.cast()) == 0
            if isHidden || announced.inputCount == input.count, .now - announced.time < Self.consequence {
                (toast, latest) = (toast ?? announced.toast, latest ?? announced.latest)
            }
            self.announced = nil
        }
        if let focus, let text = Self.joined(toast, latest) {
            // GTK doesn't report a text that is already there.
            if announced?.text == text { Self.describe(focus, as: "") }
            Self.describe(focus, as: text)
            announced = Announced(toast: toast, latest: latest, widget: focus, inputCount: input.count)
            (toast, latest) = (nil, nil)
        }
        if announced == nil, toast == nil, latest == nil { following = nil }
    }

    private nonisolated static func joined(_ toast: String?, _ latest: String?) -> String? {
        let texts = [toast, latest].compactMap(\.self)
        return texts.isEmpty ? nil : texts.joined(separator: ", ")
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

/// A counter of the keys and clicks in a window.
@MainActor
private final class InputCounter {
    private(set) var count = 0

    init(of window: Widget) {
        let keys = KeyController(phase: .capture)
        keys.onKey = { [weak self] _, _ in
            self?.count += 1
            return false
        }
        window.add(keys)
        let click = ClickGesture(phase: .capture)
        click.onPress = { [weak self] _, _, _ in self?.count += 1 }
        window.add(click)
    }
}
