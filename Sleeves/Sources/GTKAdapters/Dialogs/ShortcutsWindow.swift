internal import CAdwaita
internal import Localization

/// A window that lists keyboard shortcuts.
@MainActor
public enum ShortcutsWindow {
    /// A shortcut and its effect.
    public struct Shortcut: Sendable {
        /// The effect.
        public var title: String
        /// The keys in GTK's notation, separated by spaces: `"Home End"`.
        public var keys: String

        /// Creates a shortcut.
        public init(_ title: String, _ keys: String) {
            self.title = title
            self.keys = keys
        }
    }

    /// A group of shortcuts.
    public struct Group: Sendable {
        /// The heading.
        public var title: String
        /// The shortcuts below the heading.
        public var shortcuts: [Shortcut]

        /// Creates a group.
        public init(_ title: String, _ shortcuts: [Shortcut]) {
            self.title = title
            self.shortcuts = shortcuts
        }
    }

    /// The maximum number of lines in a column, with the headings. With it, the window is less than 600 pixels high.
    private static let linesPerColumn = 10
    /// The length after which a title wraps, in characters. The window is as wide as the longest titles of two columns.
    private static let titleLength: gint = 28

    /// Adds what GTK 4.8 lacks: the name of the search button, in English the space in "Page Up", and titles of more than one line.
    private static func complete(_ window: UnsafeMutablePointer<GtkWidget>) {
        ForeignWidgets.visit(window) { widget in
            if let button: UnsafeMutablePointer<GtkButton> = ForeignWidgets.cast(widget, to: gtk_toggle_button_get_type()) {
                guard gtk_button_get_icon_name(button) != nil else { return }
                Widget(widget).setAccessibleLabel(localized("Search"))
            } else if ForeignWidgets.isKind(widget, of: gtk_label_get_type()) {
                let label = OpaquePointer(widget)
                let text = String(cString: gtk_label_get_text(label))
                if text.hasPrefix("Page_") { gtk_label_set_text(label, text.split(separator: "_").joined(separator: " ")) }
                let isKey = gtk_widget_get_ancestor(widget, gtk_shortcut_label_get_type()) != nil
                // GTK 4.8 gives an empty label that may wrap a negative width.
                if !isKey, text.count > titleLength, gtk_widget_get_ancestor(widget, gtk_shortcuts_shortcut_get_type()) != nil {
                    gtk_label_set_wrap(label, 1)
                    gtk_label_set_max_width_chars(label, titleLength)
                }
            }
        }
    }

    /// Shows the window in front of another. Groups of more than 9 shortcuts need a higher screen. GTK owns the window from then on.
    public static func present(_ groups: [Group], title: String, parent: ApplicationWindow) {
        // The window can only be built from a description.
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
            <property name="max-height">\(linesPerColumn)</property>
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
