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

    /// A page of the list, which the user chooses by its title.
    public struct Page {
        let title: String
        let groups: [Group]

        /// Creates a page.
        public init(_ title: String, _ groups: [Group]) {
            self.title = title
            self.groups = groups
        }
    }

    /// The maximum number of lines in a column, with the headings. With it, the window is less than 600 pixels high.
    private static let linesPerColumn = 10
    /// The length after which a title wraps, in characters. The window is as wide as the longest titles of two columns.
    private static let titleLength = 28

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
                if !isKey, text.count > titleLength, gtk_widget_get_ancestor(widget, gtk_shortcuts_shortcut_get_type()) != nil {
                    gtk_label_set_text(label, wrapped(text))
                }
            }
        }
    }

    /// Returns a text with ends of lines between its words.
    private static func wrapped(_ text: String) -> String {
        var lines = [""]
        for word in text.split(separator: " ") {
            let line = lines[lines.count - 1]
            if line.isEmpty {
                lines[lines.count - 1] = String(word)
            } else if line.count + 1 + word.count > titleLength {
                lines.append(String(word))
            } else {
                lines[lines.count - 1] += " " + word
            }
        }
        return lines.joined(separator: "\n")
    }

    /// Returns the description of a page.
    private static func markup(of page: Page, named name: Int) -> String {
        let lines = page.groups.map { group in
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
        return """
            <child><object class="GtkShortcutsSection"><property name="section-name">\(name)</property>
            <property name="title">\(Markup.escape(page.title))</property><property name="max-height">\(linesPerColumn)</property>
            \(lines.joined(separator: "\n"))</object></child>
            """
    }

    /// Shows the window in front of another. GTK owns the window from then on.
    ///
    /// - Parameter pages: The pages. Groups of more than two columns on a page would be on pages of GTK's own, which 4.8 mixes up.
    public static func present(_ pages: [Page], title: String, parent: ApplicationWindow) {
        // The window can only be built from a description.
        let lines = zip(pages, 0...).map { markup(of: $0, named: $1) }
        let description = """
            <interface><object class="GtkShortcutsWindow" id="window"><property name="modal">1</property>
            \(lines.joined(separator: "\n"))<property name="section-name">0</property></object></interface>
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
