import CAdwaita
import Foundation
import Testing

extension OnScreen {
    @MainActor
    @Suite("Names from the beginning")
    struct NamesTests {
        @Test("Every button, row and field has its name at the moment when it comes onto the screen")
        func atOnce() async throws {
            try await Scene.play { scene in
                let namelessOnes = NamelessWidgets()
                defer { namelessOnes.stop() }
                let window = try await SleevesWindow.open(SilentMusic.makeLibrary(in: scene), as: "wall", in: scene)
                try await window.equal("First Light") { $0.details["Album"] }
                try await window.press("ctrl+f")
                try await window.holds("the filters are shown") { $0.first(GTK_ACCESSIBLE_ROLE_BUTTON, named: "Artist") != nil }
                try await window.holds("albums without a cover are counted") { content in
                    content.first(GTK_ACCESSIBLE_ROLE_BUTTON, named: "No Cover (2)") != nil
                }
                try await window.clickButton("Artist")
                try await window.holds("the list is open") { content in
                    content.focused?.role == GTK_ACCESSIBLE_ROLE_LIST_ITEM && content.focused?.texts.first == "Ada"
                }
                try await window.press("Return")
                try await window.equal("1 of 2 albums") { $0.subtitle }
                try await window.press("Escape")
                try await window.expectKeyboardBack(to: "Ada")
                try await window.press("Escape")
                try await window.equal("2 albums") { $0.subtitle }
                try await window.press("ctrl+Return")
                try await window.holds("the player's bar is shown") { $0.first(GTK_ACCESSIBLE_ROLE_BUTTON, named: "Pause") != nil }
                try await window.press("ctrl+2")
                try await window.holds("the strip is shown") { $0.covers.count == 2 }
                try await window.press("Delete")
                try await window.equal("1 album") { $0.subtitle }
                try await window.holds("a message offers to undo it") { $0.first(GTK_ACCESSIBLE_ROLE_BUTTON, named: "Undo") != nil }
                try await window.press("ctrl+comma")
                try await window.dialog("Preferences")
                try await window.holds("the sources are listed") { $0.texts(of: "Preferences").contains { $0.hasSuffix("/Music") } }
                try await window.press("Escape")
                try await window.expectNoDialog()
                try await window.openMainMenu()
                #expect(namelessOnes.descriptions == [])
            }
        }
    }
}

/// The widgets that had no name when they came onto the screen, though screen readers say it.
@MainActor
private final class NamelessWidgets {
    private(set) var descriptions: [String] = []
    private var hook: gulong = 0

    init() {
        let signal = g_signal_lookup("map", gtk_widget_get_type())
        hook = g_signal_add_emission_hook(
            signal, 0,
            { _, _, values, data in
                guard let widget = values.flatMap({ g_value_get_object($0) }), let data else { return 1 }
                // SAFETY: GTK shows widgets on the main thread, and the hook ends before this object goes.
                nonisolated(unsafe) let (shown, owner) = (widget, data)
                MainActor.assumeIsolated {
                    let names = Unmanaged<NamelessWidgets>.fromOpaque(owner).takeUnretainedValue()
                    names.look(at: WidgetNode(shown.assumingMemoryBound(to: GtkWidget.self)))
                }
                return 1
            },
            Unmanaged.passUnretained(self).toOpaque(), nil)
    }

    func stop() {
        g_signal_remove_emission_hook(g_signal_lookup("map", gtk_widget_get_type()), hook)
    }

    private func look(at node: WidgetNode) {
        let roles: Set = [
            GTK_ACCESSIBLE_ROLE_BUTTON, GTK_ACCESSIBLE_ROLE_CHECKBOX, GTK_ACCESSIBLE_ROLE_LINK, GTK_ACCESSIBLE_ROLE_LIST_ITEM,
            GTK_ACCESSIBLE_ROLE_SEARCH_BOX, GTK_ACCESSIBLE_ROLE_SWITCH, GTK_ACCESSIBLE_ROLE_TEXT_BOX, GTK_ACCESSIBLE_ROLE_SLIDER,
        ]
        guard roles.contains(node.role), node.nameAtOnce.isEmpty else { return }
        descriptions.append([node.parent?.parent, node.parent, node].compactMap { $0?.typeName }.joined(separator: " > "))
    }
}

extension WidgetNode {
    /// The name that it has, also before its parts are shown.
    fileprivate var nameAtOnce: String {
        let name = spokenName
        return name.isEmpty ? labels.first ?? "" : name
    }

    private var labels: [String] {
        children.flatMap { $0.text.map { [$0] } ?? $0.labels }.filter { !$0.isEmpty }
    }
}
