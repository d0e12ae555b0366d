internal import CAdwaita

/// Announces something short-lived to screen readers, such as a ``Toast`` or the number of found albums.
///
/// GTK has announcements since 4.14. Before, it only tells screen readers when the description of the focused widget changes, and they read it
/// out. So there, a message becomes that description until the focus leaves the widget. Newer screen readers skip some of these changes.
///
/// **Behavior**
/// - A message waits until the focus stays where it is, because screen readers ignore what they no longer follow. Without a focus, it waits
///   too.
/// - A newer message replaces one that waits, but not that of a toast: both are said.
/// - If the focus leaves the widget right after the message, or the widget gets another description of its own, and not because of a key or a
///   click, the message is announced again where the focus is, because the screen reader has interrupted it. What moves the focus, removes a
///   widget or describes it anew often announces why. For the same reason, a message right after that of a toast repeats the toast's.
/// - Once the focus has moved on, the widget gets its own description back. Screen readers no longer follow it, so they don't say it.
@MainActor
final class Announcer {
    // State, all protected by the main actor:
    // - toast, latest: what to announce once the focus stays.
    // - announced: the last message, the widget that it describes, and when it was said.
    // - input: counts keys and clicks since the first message.
    // - pause: runs until the focus is considered to stay.
    // - following: reports the focus while there is a message.

    /// The time for which the focus has to stay, in milliseconds.
    private static let patience = 150
    /// The time after a message within which the focus has to leave its widget for the message to be repeated.
    /// Long, because a busy machine takes its time to move the focus.
    private nonisolated static let consequence = Duration.seconds(5)

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
        let isDescription: Bool

        var text: String? { Announcer.joined(toast, latest) }

        var isRecent: Bool { .now - time < Announcer.consequence }
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
            if announced.isDescription { Self.describe(announced.widget, as: Self.ownDescription(of: announced.widget)) }
            let isHidden = gtk_widget_get_mapped(announced.widget.cast()) == 0
            interrupt(isGone: isHidden)
        }
        if let focus, toast != nil || latest != nil {
            if hasConsequence { toast = toast ?? announced?.toast }
            let text = Self.joined(toast, latest) ?? ""
            let isDescription = say(text, at: focus)
            announced = Announced(toast: toast, latest: latest, widget: focus, inputCount: input.count, isDescription: isDescription)
            (toast, latest) = (nil, nil)
        }
        if announced == nil, toast == nil, latest == nil { following = nil }
    }

    /// Has screen readers say a text at a widget.
    ///
    /// - Returns: Whether the text is the widget's description now.
    private func say(_ text: String, at widget: GObjectReference) -> Bool {
        if sleeves_accessible_announce(widget.opaque, text) != 0 { return false }
        // GTK doesn't report a text that is already there.
        if announced?.text == text { Self.describe(widget, as: "") }
        Self.describe(widget, as: text)
        return true
    }

    /// Whether what happens now follows from the action that has led to the last message: it was a moment ago, and nobody has pressed anything.
    private var hasConsequence: Bool {
        guard let announced else { return false }
        return announced.isRecent && announced.inputCount == input.count
    }

    /// Forgets the last message. It waits again if what interrupts it follows from the same action, or if its widget has gone.
    private func interrupt(isGone: Bool = false) {
        guard let announced else { return }
        if isGone && announced.isRecent || hasConsequence { (toast, latest) = (toast ?? announced.toast, latest ?? announced.latest) }
        self.announced = nil
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

    /// Sets a widget's own description, and remembers it, because GTK doesn't return it.
    ///
    /// - Parameter announcer: The announcer of the widget's window, if it has one. A message that describes the widget stays if the
    ///   description is the one that it had.
    static func setOwnDescription(_ description: String, of widget: GObjectReference, announcer: Announcer?) {
        let isAnnounced = announcer?.announced?.widget.pointer == widget.pointer
        if isAnnounced, ownDescription(of: widget) == description { return }
        g_object_set_data_full(widget.cast(), key, g_strdup(description), g_free)
        // libadwaita has the second line of a row describe it, also where it is empty. GTK 4.18 prefers that.
        gtk_accessible_reset_relation(widget.opaque, GTK_ACCESSIBLE_RELATION_DESCRIBED_BY)
        describe(widget, as: description)
        guard isAnnounced, let announcer else { return }
        announcer.interrupt()
        announcer.wait()
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
