import CAdwaita
import DisplayTesting
import GTKAdapters
import Testing

extension OnScreen {
    @MainActor
    @Suite("The audit of names and roles")
    struct WidgetAuditTests {
        /// Returns the audit's complaints about a widget in a window.
        private func complaints(_ widget: Widget) -> [String] {
            let window = TestApplication.show(widget)
            defer { window.destroy() }
            return SleevesWindow.toplevels.filter { gtk_widget_get_mapped($0) != 0 }.flatMap { WidgetAudit(WidgetNode($0)).complaints }
        }

        @Test("It complains of a button without a name, of a list without one, and of a picture that is read as such")
        func nameless() {
            #expect(complaints(Button("")).count == 1)
            #expect(complaints(ListBox()).count == 1)
            #expect(complaints(Icon("list-add-symbolic")).count == 1)
        }

        @Test("It says nothing about a button with a text or a name, a field, and a picture without a meaning")
        func named() {
            let icon = Icon("list-add-symbolic")
            icon.setAccessibleRole(.presentation)
            let entry = SearchEntry()
            entry.setAccessibleLabel("Search")
            let content = Box(.vertical, [Button("Play"), Button(icon: "list-add-symbolic", tooltip: "Add"), entry, icon])
            #expect(complaints(content) == [])
        }
    }
}
