internal import CAdwaita

/// What a menu offers: sections of items, each of which asks for an action by its name.
public struct Menu: Sendable {
    /// A line of a menu.
    public struct Item: Sendable {
        /// The text.
        public var label: String
        /// The action, as `"app.undo"`, or a member of a choice, as `"app.sort::artist"`.
        public var action: String

        /// Creates an item.
        public init(_ label: String, action: String) {
            self.label = label
            self.action = action
        }
    }

    /// Items that belong together. A thin line parts them from others.
    public struct Section: Sendable {
        /// A heading. Nil: none.
        public var title: String?
        /// The items, from top to bottom.
        public var items: [Item]

        /// Creates a section.
        public init(_ title: String? = nil, _ items: [Item]) {
            self.title = title
            self.items = items
        }
    }

    /// The sections, from top to bottom.
    public var sections: [Section]

    /// Creates a menu of sections.
    public init(_ sections: [Section]) {
        self.sections = sections
    }

    /// Creates a menu of one section.
    public init(_ items: [Item]) {
        self.init([Section(nil, items)])
    }

    /// The menu as GTK wants it.
    @MainActor
    func makeModel() -> GObjectReference {
        let model = GObjectReference(taking: UnsafeMutableRawPointer(g_menu_new()))
        for section in sections {
            let items = GObjectReference(taking: UnsafeMutableRawPointer(g_menu_new()))
            for item in section.items { g_menu_append(items.opaque, item.label, item.action) }
            withExtendedLifetime(items) { g_menu_append_section(model.opaque, section.title, items.cast()) }
        }
        return model
    }
}
