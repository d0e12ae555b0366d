import CAccessibleText
import CAdwaita
import Testing

/// A search for whatever a person who does not see the window would miss in it.
struct WidgetAudit {
    /// Roles of controls. Without a name, nobody knows what one does.
    private static let controls: Set<GtkAccessibleRole> = [
        GTK_ACCESSIBLE_ROLE_BUTTON, GTK_ACCESSIBLE_ROLE_CHECKBOX, GTK_ACCESSIBLE_ROLE_RADIO, GTK_ACCESSIBLE_ROLE_MENU_ITEM,
        GTK_ACCESSIBLE_ROLE_MENU_ITEM_CHECKBOX, GTK_ACCESSIBLE_ROLE_MENU_ITEM_RADIO, GTK_ACCESSIBLE_ROLE_SEARCH_BOX,
        GTK_ACCESSIBLE_ROLE_COMBO_BOX, GTK_ACCESSIBLE_ROLE_SLIDER, GTK_ACCESSIBLE_ROLE_SPIN_BUTTON, GTK_ACCESSIBLE_ROLE_LINK,
        GTK_ACCESSIBLE_ROLE_TAB, GTK_ACCESSIBLE_ROLE_LIST, GTK_ACCESSIBLE_ROLE_LIST_ITEM, GTK_ACCESSIBLE_ROLE_GRID,
        GTK_ACCESSIBLE_ROLE_PROGRESS_BAR, GTK_ACCESSIBLE_ROLE_METER, GTK_ACCESSIBLE_ROLE_SWITCH, GTK_ACCESSIBLE_ROLE_DIALOG,
        GTK_ACCESSIBLE_ROLE_ALERT,
    ]
    /// Roles that say nothing.
    private static let meaningless: Set<GtkAccessibleRole> = [
        GTK_ACCESSIBLE_ROLE_WIDGET, GTK_ACCESSIBLE_ROLE_GENERIC, GTK_ACCESSIBLE_ROLE_PRESENTATION,
    ]

    /// The faults, a line each, with their places in the tree.
    private(set) var complaints: [String] = []

    init(_ root: WidgetNode) {
        visit(root, below: [])
    }

    private mutating func visit(_ node: WidgetNode, below path: [(role: GtkAccessibleRole, words: String)]) {
        // Screen readers don't meet it, nor what is in it.
        if node.role == GTK_ACCESSIBLE_ROLE_NONE || node.isHiddenFromScreenReaders { return }
        let name = node.spokenName
        let words = "\(node.typeName) “\(name)”"
        let place = (path.map(\.words) + [words]).joined(separator: " > ")
        if node.isShown {
            // Libadwaita 1.10 names a group of preferences, and not the list in it.
            let isInGroup = node.role == GTK_ACCESSIBLE_ROLE_LIST && path.contains { $0.words == "AdwPreferencesGroup “(labelled)”" }
            if Self.controls.contains(node.role), name.isEmpty, !isInGroup { complaints.append("\(place) has no name") }
            if node.role == GTK_ACCESSIBLE_ROLE_IMG, name.isEmpty { complaints.append("\(place) is read as “image”") }
            // A part of a control, such as the text in an entry, has the control's name.
            let isPart = path.last.map { Self.controls.contains($0.role) } ?? false
            // A scrolled window and the sheet of a dialog take the keyboard only where nothing in them does. They may have no role.
            let isSheet = node.typeName == "AdwGizmo" && path.last.map { $0.words.contains("Sheet") } == true
            let isAround = (node.typeName == "GtkScrolledWindow" || isSheet) && Self.takesKeyboard(node.children)
            if node.isFocusable, Self.meaningless.contains(node.role), !isPart, !isAround {
                complaints.append("\(place) takes the keyboard, and has no role")
            }
        }
        for child in node.children { visit(child, below: path + [(node.role, words)]) }
    }

    private static func takesKeyboard(_ nodes: [WidgetNode]) -> Bool {
        nodes.contains { $0.isShown && $0.isFocusable || takesKeyboard($0.children) }
    }
}

extension WidgetNode {
    /// The words of screen readers for it: its name, or the text in a control that says what it is.
    ///
    /// Unlike ``name``, empty where nobody has said what, say, a list is.
    var spokenName: String {
        if let name = text ?? explicitName, !name.isEmpty { return name }
        switch role {
        case GTK_ACCESSIBLE_ROLE_BUTTON, GTK_ACCESSIBLE_ROLE_CHECKBOX, GTK_ACCESSIBLE_ROLE_RADIO, GTK_ACCESSIBLE_ROLE_MENU_ITEM,
            GTK_ACCESSIBLE_ROLE_MENU_ITEM_CHECKBOX, GTK_ACCESSIBLE_ROLE_MENU_ITEM_RADIO, GTK_ACCESSIBLE_ROLE_LINK,
            GTK_ACCESSIBLE_ROLE_TAB, GTK_ACCESSIBLE_ROLE_LIST_ITEM:
            if let text = texts.first { return text }
        default:
            if isLabelled { return "(labelled)" }
        }
        // The button in a button that opens a menu.
        guard let parent, parent.typeName == "GtkMenuButton" else { return "" }
        return parent.spokenName
    }

    /// The widget that has the keyboard for screen readers: an entry for the text in it.
    var control: WidgetNode {
        role == GTK_ACCESSIBLE_ROLE_NONE ? parent ?? self : self
    }

    /// Whether it is a button or a field that can be used.
    var isUsable: Bool {
        [GTK_ACCESSIBLE_ROLE_BUTTON, GTK_ACCESSIBLE_ROLE_SEARCH_BOX, GTK_ACCESSIBLE_ROLE_TEXT_BOX].contains(role) && isShown && isSensitive
            && (isFocusable || children.contains { $0.contents != nil && $0.isFocusable })
    }
}

extension SleevesWindow {
    /// Waits until nothing lacks a name or a role, in the window or in one of its dialogs.
    func expectNoComplaints(about dialog: String? = nil, at place: SourceLocation = #_sourceLocation) async throws {
        try await equal([], at: place) { content -> [String] in
            let root = if let dialog { content.dialog(dialog) } else { content.nodes.first }
            guard let root else { return ["there is no “\(dialog ?? "Sleeves")”"] }
            return WidgetAudit(root).complaints
        }
    }
}
