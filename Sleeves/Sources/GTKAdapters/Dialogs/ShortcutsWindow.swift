internal import CAdwaita
internal import Localization

/// A window that lists the keys that do something.
@MainActor
public enum ShortcutsWindow {
    /// A key and what it does.
    public struct Shortcut: Sendable {
        /// What it does.
        public var title: String
        /// In GTK's notation; several parted by blanks: `"Home End"`.
        public var keys: String

        /// Creates a line of the list.
        public init(_ title: String, _ keys: String) {
            self.title = title
            self.keys = keys
        }
    }

    /// Keys that belong together.
    public struct Group: Sendable {
        /// The heading.
        public var title: String
        /// The lines below.
        public var shortcuts: [Shortcut]

        /// Creates a group.
        public init(_ title: String, _ shortcuts: [Shortcut]) {
            self.title = title
            self.shortcuts = shortcuts
        }
    }

    /// Adds what GTK 4.8 leaves out: the name of the button that searches, and in English the blank in "Page Up".
    private static func complete(_ window: UnsafeMutablePointer<GtkWidget>) {
        ForeignWidgets.visit(window) { widget in
            if let button: UnsafeMutablePointer<GtkButton> = ForeignWidgets.cast(widget, to: gtk_toggle_button_get_type()) {
                guard gtk_button_get_icon_name(button) != nil else { return }
                Widget(widget).setAccessibleLabel(localized("Search"))
            } else if ForeignWidgets.isKind(widget, of: gtk_label_get_type()) {
                let label = OpaquePointer(widget)
                let text = String(cString: gtk_label_get_text(label))
                if text.hasPrefix("Page_") { gtk_label_set_text(label, text.split(separator: "_").joined(separator: " ")) }
            }
        }
    }

    /// Shows the window before another. It is GTK's own from there on.
    public static func present(_ groups: [Group], title: String, parent: ApplicationWindow) {
        // The list can be filled by a description only.
        let lines = groups.map { group in
            let shortcuts = group.shortcuts.map { shortcut in
                """
                <child><object class="GtkShortcutsShortcut"><property name="title">\(Markup.escape(shortcut.title))</property>\
                <property name="accelerator">\(Markup.escape(shortcut.keys))</property></object></child>
                """
            }
            return """
                <child><object class="GtkShortcutsGroup"><property name="title">\(Markup.escape(group.title))</property>
                \(shortcuts.joined(separator: "\n"))</object></child>
                """
        }
        let description = """
            <interface><object class="GtkShortcutsWindow" id="window"><property name="modal">1</property>
            <child><object class="GtkShortcutsSection"><property name="section-name">all</property>
            \(lines.joined(separator: "\n"))</object></child></object></interface>
            """
        let builder = GObjectReference(taking: UnsafeMutableRawPointer(gtk_builder_new()))
        withExtendedLifetime(builder) {
            guard
                gtk_builder_add_from_string(builder.opaque, description, gssize(description.utf8.count), nil) != 0,
                let window = gtk_builder_get_object(builder.opaque, "window")
            else { preconditionFailure("GTK does not understand a shortcut of the list: \(description)") }
            let pointer = UnsafeMutableRawPointer(window).assumingMemoryBound(to: GtkWindow.self)
            gtk_window_set_title(pointer, title)
            complete(UnsafeMutableRawPointer(window).assumingMemoryBound(to: GtkWidget.self))
            gtk_window_set_transient_for(pointer, parent.object.cast())
            gtk_window_present(pointer)
        }
    }
}
