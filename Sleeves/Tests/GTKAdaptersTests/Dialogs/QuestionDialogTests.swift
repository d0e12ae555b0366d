import CAdwaita
import DisplayTesting
import Testing

@testable import GTKAdapters

extension OnScreen {
    @MainActor
    @Suite("A question")
    struct QuestionDialogTests {
        init() {
            _ = TestApplication.shared
        }

        @Test(
            "Enter accepts and Escape doesn't, once each, and neither reaches the window behind",
            arguments: [("Return", true), ("Escape", false)])
        func keys(key: String, isAccepted: Bool) {
            var (escapes, answers): (Int, [Bool]) = (0, [])
            let parent = TestApplication.show(Label("Below"))
            parent.onEscape = {
                escapes += 1
                return true
            }
            let question = Self.question(parent) { answers.append($0) }
            question.present()
            TestApplication.turn("the question has the keyboard") { Self.takeKeyboard(question) }
            DisplayInput.shared.press(key)
            TestApplication.turn("it is answered") { !answers.isEmpty }
            TestApplication.turnUntilIdle()
            #expect(answers == [isAccepted])
            #expect(escapes == 0)
            parent.destroy()
        }

        @Test("No key of the window or the application has an effect while it is open, and each has again afterwards")
        func keysBehind() {
            var count = 0
            TestApplication.shared.addAction("behind", shortcuts: "<Control>k") { count += 1 }
            let parent = TestApplication.show(Label("Below"))
            let question = Self.question(parent) { _ in }
            question.present()
            TestApplication.turn("the question has the keyboard") { Self.takeKeyboard(question) }
            DisplayInput.shared.press("ctrl+k")
            DisplayInput.shared.press("ctrl+w")
            TestApplication.turnUntilIdle()
            #expect(count == 0 && !parent.isDestroyed)
            question.close()
            TestApplication.turn("the window has the keyboard") {
                DisplayInput.shared.focus(parent.gtk) && parent.isActive && !question.isMapped
            }
            DisplayInput.shared.press("ctrl+k")
            TestApplication.turn("the key has its effect") { count == 1 }
            parent.destroy()
        }

        @Test(
            "It is finalised without an answer when it is closed, released, or its window goes",
            arguments: DialogWindowTests.Ending.allCases)
        func ending(_ ending: DialogWindowTests.Ending) {
            let finalisations = Finalisations()
            var answers: [Bool] = []
            let parent = TestApplication.show(Label("Below"))
            do {
                let question = Self.question(parent) { answers.append($0) }
                question.present()
                TestApplication.turn { question.isMapped }
                finalisations.watch("question", question.object)
                switch ending {
                case .closed: question.close()
                case .released: break
                case .withParent: parent.destroy()
                }
            }
            TestApplication.turn { finalisations.missing.isEmpty }
            #expect(answers == [])
            parent.destroy()
        }

        private static func question(_ parent: ApplicationWindow, answer: @escaping @Sendable @MainActor (Bool) -> Void) -> QuestionDialog {
            QuestionDialog("Close?", text: "Something is under way.", cancel: "_Stay", accept: "_Close", parent: parent, answer: answer)
        }

        private static func takeKeyboard(_ question: QuestionDialog) -> Bool {
            guard question.isMapped, let root = gtk_widget_get_root(question.gtk) else { return false }
            let window = UnsafeMutableRawPointer(root).assumingMemoryBound(to: GtkWidget.self)
            guard DisplayInput.shared.focus(window),
                gtk_window_is_active(UnsafeMutableRawPointer(root).assumingMemoryBound(to: GtkWindow.self)) != 0
            else { return false }
            guard let focus = gtk_root_get_focus(root) else { return false }
            return gtk_widget_is_ancestor(focus, question.gtk) != 0
        }
    }
}
