import CAdwaita
import DisplayTesting
import SleevesLibrary
import Testing

@testable import GTKAdapters

/// The content of a window at one moment.
///
/// Only the waits below make one, for their closures to read. It can't be copied, so it can't leave them: nothing looks at the window once.
struct WindowContent: ~Copyable {
    /// All of the window that is shown.
    let nodes: [WidgetNode]
    /// Other windows of the program, and dialogs in windows.
    let dialogs: [Dialog]
    /// The widget with the keyboard, in whichever window.
    let focused: WidgetNode?

    private let window: UnsafeMutablePointer<GtkWidget>

    /// A dialog, or another window of the program.
    struct Dialog {
        let name: String
        let content: WidgetNode
    }

    @MainActor
    fileprivate init(of window: SleevesWindow) {
        self.window = window.gtk
        nodes = window.isClosed ? [] : WidgetNode(window.gtk).tree.filter(\.isShown)
        let others = SleevesWindow.toplevels.filter { $0 != window.gtk && gtk_widget_get_mapped($0) != 0 }
        let inside = SleevesWindow.dialogs(in: [window.gtk] + others)
        dialogs = (others + inside).map { Dialog(name: SleevesWindow.title(of: $0), content: WidgetNode($0)) }
        let active = ([window.gtk] + others).first { gtk_window_is_active(SleevesWindow.window($0)) != 0 }
        focused = active.flatMap { gtk_window_get_focus(SleevesWindow.window($0)) }.map(WidgetNode.init)
    }

    /// All that is shown of a role.
    func all(_ role: GtkAccessibleRole) -> [WidgetNode] {
        nodes.filter { $0.role == role }
    }

    /// The first that is shown of a role and a name.
    func first(_ role: GtkAccessibleRole, named name: String? = nil) -> WidgetNode? {
        nodes.first { $0.role == role && (name == nil || $0.name == name) }
    }

    /// The width and the height of the content.
    var size: [Int] { nodes.first?.size ?? [] }

    /// A dialog by its title.
    func dialog(_ name: String) -> WidgetNode? {
        dialogs.first { $0.name == name }?.content
    }

    /// The texts that a dialog shows.
    func texts(of dialog: String) -> [String] {
        self.dialog(dialog)?.texts ?? []
    }

    /// The field with a name in a dialog.
    func field(_ name: String, of dialog: String) -> WidgetNode? {
        fields(of: dialog).first { $0.nameOfWhole == name }
    }

    /// The fields of a dialog.
    func fields(of dialog: String) -> [WidgetNode] {
        self.dialog(dialog)?.tree.filter { $0.contents != nil && $0.isShown } ?? []
    }

    /// Whether GTK has laid out all that can have the keyboard.
    @MainActor
    var hasPlaces: Bool {
        ([WidgetNode(window)] + dialogs.map(\.content)).allSatisfy { content in
            content.tree.allSatisfy { !$0.isMapped || !$0.isFocusable || !$0.size.contains(0) }
        }
    }

    /// The name of what has the keyboard, or of what it is a part of.
    var focusedName: String? { focused?.nameOfWhole }

    /// The description of the widget with the keyboard: screen readers say a message by way of that.
    var spoken: String {
        guard let focused else { return "" }
        return [focused, focused.parent].compactMap { $0?.description }.joined(separator: ", ")
    }

    /// The first that is shown in any window and of which something holds.
    func anywhere(_ holds: (WidgetNode) -> Bool) -> WidgetNode? {
        nodes.first(where: holds) ?? dialogs.lazy.flatMap(\.content.tree).filter(\.isShown).first(where: holds)
    }

    /// The texts that are shown.
    var texts: [String] {
        nodes.compactMap(\.text).filter { !$0.isEmpty }
    }

    /// The colours of a place of the window, as they are on the screen.
    @MainActor
    func pixels(_ place: Frame) -> Pixels? {
        guard let origin = DisplayInput.shared.origin(of: window) else { return nil }
        let scale = Int(gtk_widget_get_scale_factor(window))
        let (x, y) = (origin.x + scale * place.x, origin.y + scale * place.y)
        let (width, height) = (scale * place.width, scale * place.height)
        return DisplayInput.shared.pixels(x: x, y: y, width: width, height: height).map {
            Pixels(width: width, height: height, bytes: $0)
        }
    }

    /// A description for a failure.
    fileprivate var summary: String {
        let others = dialogs.map { "“\($0.name)”: \($0.content.texts)" }
        return "it shows \(texts); selected is \(selectedAlbum ?? "nothing"); “\(focused?.name ?? "nothing")” has the keyboard"
            + (others.isEmpty ? "" : "; other windows: " + others.joined(separator: ", "))
    }
}

@available(*, unavailable)
extension WindowContent.Dialog: Sendable {}

extension SleevesWindow {
    /// Waits until something in the window has a value, and returns it.
    ///
    /// - Parameters:
    ///   - expectation: What is waited for, as a sentence for the failure, which also says what the window shows instead.
    ///   - read: Reads the window's content.
    func value<Value: Sendable>(
        _ expectation: @autoclosure () -> String, within limit: Duration = Eventually.patience, at place: SourceLocation = #_sourceLocation,
        _ read: (borrowing WindowContent) throws -> Value?
    ) async throws -> Value {
        let state = { WindowContent(of: self).summary }
        return try await Eventually.value(expectation(), within: limit, seeing: state, at: place) { try read(WindowContent(of: self)) }
    }

    /// Waits until something holds of the window.
    func holds(
        _ expectation: @autoclosure () -> String, within limit: Duration = Eventually.patience, at place: SourceLocation = #_sourceLocation,
        _ condition: (borrowing WindowContent) throws -> Bool
    ) async throws {
        try await value(expectation(), within: limit, at: place) { try condition($0) ? () : nil }
    }

    /// Waits until something holds of the window, while the main actor's tasks wait: as if searches took longer.
    func holdsBeforeTasks(
        _ expectation: @autoclosure () -> String, at place: SourceLocation = #_sourceLocation,
        _ condition: (borrowing WindowContent) throws -> Bool
    ) throws {
        let state = { WindowContent(of: self).summary }
        try Eventually.holdsBeforeTasks(expectation(), seeing: state, at: place) { try condition(WindowContent(of: self)) }
    }

    /// Waits until something in the window has a value, which a failure names beside the one that it has instead.
    func equal<Value: Equatable & Sendable>(
        _ expected: Value, at place: SourceLocation = #_sourceLocation, _ read: (borrowing WindowContent) throws -> Value
    ) async throws {
        var last: Value?
        let state = { (last.map { "it is \($0); " } ?? "") + WindowContent(of: self).summary }
        try await Eventually.holds("the value is \(expected)", seeing: state, at: place) {
            let value = try read(WindowContent(of: self))
            last = value
            return value == expected
        }
    }

    /// Waits until a value stays the same for some frames and a while: what moved stands still.
    func still<Value: Equatable & Sendable>(
        _ expectation: @autoclosure () -> String, for duration: Duration = .milliseconds(150),
        at place: SourceLocation = #_sourceLocation, _ read: (borrowing WindowContent) throws -> Value?
    ) async throws -> Value {
        var last: (value: Value, frame: gint64, since: ContinuousClock.Instant)?
        return try await value(expectation(), at: place) { content in
            guard let value = try read(content) else { return nil }
            let (frame, now) = (requestFrame(), ContinuousClock.now)
            guard let before = last, before.value == value else {
                last = (value, frame, now)
                return nil
            }
            return frame - before.frame >= 3 && now - before.since >= duration ? value : nil
        }
    }

    /// Reads the content of each frame that the window draws while a closure runs.
    func frames<Value>(_ read: @escaping (borrowing WindowContent) -> Value, while body: () async throws -> Void) async throws -> [Value] {
        var frames: [Value] = []
        let clock = try #require(gtk_widget_get_frame_clock(gtk))
        let object = GObjectReference(sharing: UnsafeMutableRawPointer(clock))
        let drawing = SignalConnection(to: object, "paint", isAfter: true) { [self] _ in frames.append(read(WindowContent(of: self))) }
        try await body()
        withExtendedLifetime(drawing) {}
        return frames
    }

    /// Has the window draw again.
    ///
    /// - Returns: The number of frames so far.
    private func requestFrame() -> gint64 {
        guard let clock = gtk_widget_get_frame_clock(gtk) else { return 0 }
        gdk_frame_clock_request_phase(clock, GDK_FRAME_CLOCK_PHASE_PAINT)
        return gdk_frame_clock_get_frame_counter(clock)
    }
}
