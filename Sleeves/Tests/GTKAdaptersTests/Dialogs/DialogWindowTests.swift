import CAdwaita
import DisplayTesting
import Testing

@testable import GTKAdapters

extension OnScreen {
    @MainActor
    @Suite("A dialog")
    struct DialogWindowTests {
        /// The ways to end a dialog.
        enum Ending: CaseIterable {
            case closed, released, withParent
        }

        init() {
            _ = TestApplication.shared
        }

        @Test("It reports its end once and is finalised with its fields, however it ends", arguments: Ending.allCases)
        func ending(_ ending: Ending) {
            let finalisations = Finalisations()
            var closings = 0
            let parent = TestApplication.show(Label("Below"))
            do {
                let row = Entry("Name")
                let list = ListBox()
                list.append(row)
                let dialog = DialogWindow(title: "Question", parent: parent, width: 300)
                dialog.content = list
                dialog.onClose = { closings += 1 }
                dialog.present()
                TestApplication.turn { row.isMapped }
                finalisations.watch("dialog", dialog.object)
                finalisations.watch("row", row.object)
                switch ending {
                case .closed: dialog.close()
                case .released: break
                case .withParent: parent.destroy()
                }
            }
            TestApplication.turn { finalisations.missing.isEmpty }
            if ending != .released { TestApplication.turn { closings > 0 } }
            #expect(closings == (ending == .released ? 0 : 1))
            parent.destroy()
        }

        @Test("The widget with the initial focus is scrolled into view")
        func initialFocus() {
            let parent = TestApplication.show(Label("Below"))
            let entries = (1...20).map { Entry("Field \($0)") }
            let scrolled = ScrolledWindow(Box(.vertical, spacing: 12, entries))
            let dialog = DialogWindow(title: "Question", parent: parent, width: 300, height: 200)
            dialog.content = scrolled
            dialog.initialFocus = entries[14]
            dialog.present()
            TestApplication.turn("the field is in view") {
                let top = entries[14].convert(x: 0, y: 0, to: scrolled).y
                return entries[14].height > 0 && top >= 0 && top + Double(entries[14].height) <= Double(scrolled.height)
            }
            #expect(entries[14].containsFocus)
            dialog.close()
            parent.destroy()
        }

        @Test("Escape closes it")
        func escape() {
            let parent = TestApplication.show(Label("Below"))
            let dialog = DialogWindow(title: "Question", parent: parent, width: 300)
            var isClosed = false
            dialog.onClose = { isClosed = true }
            dialog.content = Label("Text")
            dialog.present()
            TestApplication.turn { dialog.isMapped }
            gtk_widget_activate_action_variant(dialog.gtk, "window.close", nil)
            TestApplication.turn { isClosed }
            parent.destroy()
        }
    }
}
