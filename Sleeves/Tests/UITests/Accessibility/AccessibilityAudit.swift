import CAtspi
import Testing

/// A search for what a person who does not see the window would miss in it.
@MainActor
struct AccessibilityAudit {
    /// The roles of what something can be done with. Without a name, nobody knows what. A menu is called by its button.
    private static let controls: Set<String> = [
        "push button", "check box", "radio button", "menu item", "check menu item", "radio menu item", "entry",
        "password text", "combo box", "slider", "spin button", "link", "page tab", "list", "list item", "table", "progress bar",
        "level bar", "spinner", "switch", "dialog", "alert", "frame",
    ]
    /// Roles that say nothing.
    private static let meaningless: Set<String> = ["", "unknown", "invalid", "redundant object", "filler", "panel", "generic"]

    /// The names that GTK gives where nobody has given one: that of the widget's class.
    private static var className: Regex<Substring> { /^(?:Gtk|Gdk|Adw|Sleeves)[A-Z]\w+$/ }

    /// The faults, a line each; the places tell where in the tree.
    private var complaints: [String] = []

    private init(_ root: AccessibleNode) {
        visit(root, below: [])
    }

    /// Waits until there is nothing wrong. A widget that has just appeared may not have its name yet.
    static func expectNoComplaints(about node: AccessibleNode) async throws {
        var complaints: [String] = []
        try await Eventually.holds("nothing lacks a name or a role, but \(complaints.joined(separator: "; "))") {
            complaints = AccessibilityAudit(node).complaints
            return complaints.isEmpty
        }
    }

    private mutating func visit(_ node: AccessibleNode, below path: [String]) {
        let role = node.role
        let name = node.name.contains(Self.className) ? "" : node.name
        let place = (path + [name.isEmpty ? role : "\(role) “\(name)”"]).joined(separator: " > ")
        if node.frame != nil {
            // The words of a link are a part of the label's. Newer versions of GTK give it no name besides.
            let isInLabel = role == "link" && path.last?.hasPrefix("label “") ?? false
            if Self.controls.contains(role), name.isEmpty, !isInLabel { complaints.append("\(place) has no name") }
            if role == "image", name.isEmpty { complaints.append("\(place) is read as “image”") }
            // A part of a control, such as the text inside of an entry, is told of by the control.
            let isPart = path.last.map { last in Self.controls.contains { last.hasPrefix($0) } } ?? false
            // GTK's scrolled window takes the keyboard only where nothing in it does. Newer versions give it no role.
            let isAround = node.tree.contains { $0.path != node.path && $0.has(ATSPI_STATE_FOCUSABLE) }
            if node.has(ATSPI_STATE_FOCUSABLE), Self.meaningless.contains(role), !isPart, !isAround {
                complaints.append("\(place) takes the keyboard, and has no role")
            }
        }
        for child in node.children { visit(child, below: path + [name.isEmpty ? role : "\(role) “\(name)”"]) }
    }
}

extension AccessibleNode {
    /// The node with the keyboard, this or something below.
    var focused: AccessibleNode? {
        // GTK 4.24 says this of the first link of a label, too, wherever the keyboard is.
        Self.nodes(tree, with: ATSPI_STATE_FOCUSED).first { node in
            !["frame", "dialog"].contains(node.role) && !(node.role == "link" && node.name.isEmpty)
        }
    }

    /// All buttons and entries that are shown and can be used.
    var usableControls: [AccessibleNode] {
        let roles: Set = ["push button", "entry", "text"]
        return tree.filter { roles.contains($0.role) }
            .filter { $0.frame != nil && $0.has(ATSPI_STATE_FOCUSABLE) && $0.has(ATSPI_STATE_SENSITIVE) }
    }

    /// The role and the name, as a screen reader says them.
    var spoken: String { "\(name), \(role)" }
}
