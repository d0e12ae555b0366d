import CAdwaita
import DisplayTesting
import Testing

@testable import GTKAdapters

extension OnScreen {
    @MainActor
    @Suite("Preferences")
    struct PreferencesTests {
        init() {
            _ = TestApplication.shared
        }

        @Test("A click in a row turns its switch and calls the handler; setting it does not")
        func switching() {
            let row = SwitchRow("Title <1>", subtitle: "Line & more")
            let group = PreferencesGroup(title: "Group")
            group.add(row)
            let window = TestApplication.show(PreferencesPage([group]))
            TestApplication.turn { row.isMapped }
            var answers: [Bool] = []
            row.onSwitch = { answers.append($0) }
            row.isOn = true
            #expect(answers == [] && row.isOn)
            gtk_widget_activate(row.gtk)
            TestApplication.turn { !row.isOn }
            #expect(answers == [false])
            #expect(row.subtitle == "Line & more")
            window.destroy()
        }

        @Test("The window is finalised with its pages, whatever its width", arguments: [400, 700])
        func window(width: Int) {
            let finalisations = Finalisations()
            let parent = TestApplication.show(Label("Below"))
            do {
                let pages = (0..<2).map { PreferencesPage([PreferencesGroup(title: "\($0)")]) }
                let window = PreferencesWindow(title: "Preferences", parent: parent, width: width, height: 400)
                for (page, name) in zip(pages, ["One", "Two"]) { window.add(page, title: name, icon: "folder-symbolic") }
                window.present()
                TestApplication.turn { pages[0].isMapped }
                #expect(!pages[1].isMapped)
                finalisations.watch("window", window.object)
                for page in pages { finalisations.watch("page", page.object) }
                window.close()
            }
            TestApplication.turn { finalisations.missing.isEmpty }
            parent.destroy()
        }
    }
}
