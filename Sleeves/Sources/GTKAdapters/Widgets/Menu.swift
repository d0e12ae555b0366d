internal import CAdwaita

/// A menu: sections of items, each of which activates an action by name.
public struct Menu: Sendable {
    /// An item of a menu.
    public struct Item: Sendable {
        /// The text.
        public var label: String
        /// The action, such as `"app.undo"`, or a member of an action, such as `"app.sort::artist"`.
        public var action: String
        /// The keys to show beside the text, if they aren't the application's shortcut for the action.
        public var keys: String?
        /// Whether the item is left out while its action is disabled.
        public var isHiddenWhenDisabled = false
        private var submenu: Menu?

        /// Creates an item that opens another menu.
        public init(_ label: String, _ submenu: Menu) {
            self.init(label, action: "")
            self.submenu = submenu
        }

        /// Creates an item.
        public init(_ label: String, action: String, keys: String? = nil, isHiddenWhenDisabled: Bool = false) {
            self.isHiddenWhenDisabled = isHiddenWhenDisabled
            self.label = label
            self.action = action
            self.keys = keys
        }

        @MainActor
        fileprivate func append(to menu: OpaquePointer) {
            let item = GObjectReference(taking: UnsafeMutableRawPointer(g_menu_item_new(label, submenu == nil ? action : nil)))
            withExtendedLifetime(item) {
                if let submenu = submenu?.makeModel() { g_menu_item_set_submenu(item.opaque, submenu.cast()) }
                if let keys { g_menu_item_set_attribute_value(item.opaque, "accel", g_variant_new_string(keys)) }
                if isHiddenWhenDisabled {
                    g_menu_item_set_attribute_value(item.opaque, "hidden-when", g_variant_new_string("action-disabled"))
                }
                g_menu_append_item(menu, item.opaque)
            }
        }
    }

    /// A section of items, separated from others by a thin line.
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

    /// The menu as a GTK menu model.
    @MainActor
    func makeModel() -> GObjectReference {
        let model = GObjectReference(taking: UnsafeMutableRawPointer(g_menu_new()))
        for section in sections {
            let items = GObjectReference(taking: UnsafeMutableRawPointer(g_menu_new()))
            for item in section.items { item.append(to: items.opaque) }
            withExtendedLifetime(items) { g_menu_append_section(model.opaque, section.title, items.cast()) }
        }
        return model
    }
}
