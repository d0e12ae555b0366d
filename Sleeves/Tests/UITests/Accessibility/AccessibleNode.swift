import CAtspi

/// Something in a window, as a screen reader meets it. Asks the program anew each time.
@MainActor
final class AccessibleNode {
    /// The program's name on the bus.
    let program: String
    /// An identifier among all of its program.
    let path: String

    private typealias Call = AccessibilityBus.Call

    private init(program: String, path: String) {
        self.program = program
        self.path = path
    }

    private convenience init?(_ reference: AccessibilityBus.Value?) {
        guard let parts = reference?.list, parts.count == 2, let program = parts[0].text, let path = parts[1].text, path != Self.nothing
        else { return nil }
        self.init(program: program, path: path)
    }

    private static let nothing = "/org/a11y/atspi/null"
    private static let registry = "org.a11y.atspi.Registry"
    private static let root = "/org/a11y/atspi/accessible/root"

    /// Takes the signals off the queue, since each reply is searched for in it.
    static func takeSignals() {
        while g_main_context_iteration(nil, 0) != 0 {}
    }

    /// The program with a process identifier, once it has said that it is there.
    static func application(_ identifier: pid_t) -> AccessibleNode? {
        takeSignals()
        let programs = AccessibleNode(program: registry, path: root).children
        let identifiers = AccessibilityBus.answers(
            to: programs.map {
                Call(
                    program: DBUS_SERVICE_DBUS, object: DBUS_PATH_DBUS, interface: DBUS_INTERFACE_DBUS,
                    method: "GetConnectionUnixProcessID",
                    words: [$0.program])
            })
        return zip(programs, identifiers).first { $1?.number == Int(identifier) }?.0
    }

    var name: String { AccessibilityBus.answer(to: .property("Name", of: self))?.text ?? "" }
    var parent: AccessibleNode? { AccessibleNode(AccessibilityBus.answer(to: .property("Parent", of: self))) }
    var children: [AccessibleNode] { Self.children(of: [self])[0] }

    /// The role, in the standard's words.
    var role: String { Self.roles(of: [self])[0] }

    /// The place in its window; `nil` if it isn't shown.
    var frame: Frame? { Self.frames(of: [self])[0] }

    /// Does what a click on it does.
    func act() -> Bool {
        let interface = "org.a11y.atspi.Action"
        let call = Call(program: program, object: path, interface: interface, method: "DoAction", numbers: [.signed(0)])
        return AccessibilityBus.answer(to: call)?.number == 1
    }

    func has(_ state: AtspiStateType) -> Bool { !Self.nodes([self], with: state).isEmpty }

    // MARK: The tree below

    /// This one, and all that is below it, each before its children.
    var tree: [AccessibleNode] {
        var below: [String: [AccessibleNode]] = [:]
        var level = [self]
        while !level.isEmpty {
            let children = Self.children(of: level)
            for (node, children) in zip(level, children) { below[node.path] = children }
            level = children.flatMap(\.self).filter { below[$0.path] == nil }
        }
        var nodes: [AccessibleNode] = []
        var next = [self]
        while let node = next.popLast() {
            nodes.append(node)
            next += (below.removeValue(forKey: node.path) ?? []).reversed()
        }
        return nodes
    }

    /// The tree below, this one included, by role. One reading of the tree serves many roles.
    var byRole: [String: [AccessibleNode]] {
        let tree = tree
        return Dictionary(grouping: zip(tree, Self.roles(of: tree))) { $1 }.mapValues { $0.map(\.0) }
    }

    /// All in the tree below, this one included, of a role.
    func all(_ role: String) -> [AccessibleNode] {
        byRole[role] ?? []
    }

    /// The first in the tree below, this one included, of a role and a name.
    func first(_ role: String, named name: String? = nil) -> AccessibleNode? {
        let nodes = all(role)
        guard let name else { return nodes.first }
        return Self.first(of: nodes, named: name)
    }

    // MARK: Many at once

    static func first(of nodes: [AccessibleNode], named name: String) -> AccessibleNode? {
        zip(nodes, names(of: nodes)).first { $1 == name }?.0
    }

    /// Those that are shown.
    static func shown(_ nodes: [AccessibleNode]) -> [AccessibleNode] {
        zip(nodes, frames(of: nodes)).filter { $1 != nil }.map(\.0)
    }

    static func names(of nodes: [AccessibleNode]) -> [String] {
        AccessibilityBus.answers(to: nodes.map { .property("Name", of: $0) }).map { $0?.text ?? "" }
    }

    /// The texts of labels and fields.
    static func texts(of nodes: [AccessibleNode]) -> [String] {
        // GTK 4.8 knows no other way to say "until the end".
        let whole = [Call.Argument.signed(0), .signed(.max)]
        let calls = nodes.map {
            Call(program: $0.program, object: $0.path, interface: "org.a11y.atspi.Text", method: "GetText", numbers: whole)
        }
        return AccessibilityBus.answers(to: calls).map { $0?.text ?? "" }
    }

    static func frames(of nodes: [AccessibleNode]) -> [Frame?] {
        let window = ATSPI_COORD_TYPE_WINDOW.rawValue
        let calls = nodes.map {
            Call(
                program: $0.program, object: $0.path, interface: "org.a11y.atspi.Component", method: "GetExtents",
                numbers: [.unsigned(window)]
            )
        }
        return AccessibilityBus.answers(to: calls).map { answer in
            guard let place = answer?.list.compactMap(\.number), place.count == 4, place[2] > 0, place[3] > 0 else { return nil }
            return Frame(x: place[0], y: place[1], width: place[2], height: place[3])
        }
    }

    /// Those that have a state.
    static func nodes(_ nodes: [AccessibleNode], with state: AtspiStateType) -> [AccessibleNode] {
        let (word, bit) = Int(state.rawValue).quotientAndRemainder(dividingBy: 32)
        let answers = AccessibilityBus.answers(to: nodes.map { .accessible("GetState", of: $0) })
        return zip(nodes, answers).filter { _, answer in
            let words = answer?.list.compactMap(\.number) ?? []
            return words.indices.contains(word) && words[word] >> bit & 1 == 1
        }.map(\.0)
    }

    static func children(of nodes: [AccessibleNode]) -> [[AccessibleNode]] {
        AccessibilityBus.answers(to: nodes.map { .accessible("GetChildren", of: $0) }).map {
            $0?.list.compactMap(AccessibleNode.init) ?? []
        }
    }

    /// The roles seen so far, by program and path: a widget's role never changes.
    private static var knownRoles: [String: String] = [:]

    static func roles(of nodes: [AccessibleNode]) -> [String] {
        let unknown = nodes.filter { knownRoles[$0.program + $0.path] == nil }
        for (node, answer) in zip(unknown, AccessibilityBus.answers(to: unknown.map { .accessible("GetRole", of: $0) })) {
            guard let number = answer?.number, let text = atspi_role_get_name(AtspiRole(UInt32(number))) else { continue }
            defer { g_free(text) }
            let role = String(cString: text)
            // Newer versions of the library say "button", and those of GTK distinguish toggle buttons.
            knownRoles[node.program + node.path] = role == "button" || role == "toggle button" ? "push button" : role
        }
        return nodes.map { knownRoles[$0.program + $0.path] ?? "" }
    }
}
