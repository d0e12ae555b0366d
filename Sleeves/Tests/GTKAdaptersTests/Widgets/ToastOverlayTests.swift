import CAdwaita
import DisplayTesting
import Testing

@testable import GTKAdapters

extension OnScreen {
    @MainActor
    @Suite("Toasts")
    struct ToastOverlayTests {
        init() {
            _ = TestApplication.shared
        }

        @Test("A toast's button works until the toast is gone")
        func button() {
            let overlay = ToastOverlay(Label("Below"))
            weak var shown: Toast?
            do {
                let toast = Toast("Removed <one>", seconds: 0, button: "Undo") {}
                shown = toast
                overlay.show(toast)
            }
            #expect(shown != nil)
            shown?.dismiss()
            TestApplication.turn("the toast is released") { shown == nil }
        }

        @Test("Toasts may be dismissed at any moment while they appear and disappear", arguments: 0..<12)
        func dismissedWhileAppearing(frames: Int) {
            let overlay = ToastOverlay(Label("Below"))
            let window = TestApplication.show(overlay)
            let finalisations = Finalisations()
            for round in 0..<6 {
                let toast = Toast("Message \(round)", button: "Undo") {}
                finalisations.watch("toast \(round)", toast.object)
                overlay.show(toast)
                turn(frames: frames, of: window)
                overlay.dismissAll()
                // The next appears while this one still fades, or right away.
                if round % 2 == 0 { turn(frames: 1, of: window) }
            }
            TestApplication.turn("all toasts are released; there are \(finalisations.missing)") { finalisations.missing.isEmpty }
            window.destroy()
        }

        @Test("Toasts are shown one after another, in their order, and a toast that waits can be dismissed")
        func order() {
            let overlay = ToastOverlay(Label("Below"))
            let window = TestApplication.show(overlay)
            let toasts = ["One", "Two", "Three"].map { Toast($0, seconds: 0) }
            for toast in toasts { overlay.show(toast) }
            toasts[1].dismiss()
            TestApplication.turn("the first is shown") { toasts[0].isMapped }
            #expect(!toasts[2].isMapped)
            toasts[0].dismiss()
            TestApplication.turn("the third is shown") { toasts[2].isMapped }
            #expect(!toasts[0].isMapped && !toasts[1].isMapped)
            window.destroy()
        }

        @Test("A toast goes away by itself, unless the keyboard is in it")
        func time() throws {
            let below = Button("Below")
            let overlay = ToastOverlay(below)
            let window = TestApplication.show(overlay)
            let toast = Toast("Message", seconds: 1, button: "Undo") {}
            overlay.show(toast)
            TestApplication.turn("it is shown") { toast.isMapped }
            #expect(gtk_widget_child_focus(toast.gtk, GTK_DIR_TAB_FORWARD) != 0)
            #expect(toast.isAttended)
            var isOver = false
            let timer = MainLoop.after(milliseconds: 1_500) { isOver = true }
            TestApplication.turn("its time is over") { isOver }
            withExtendedLifetime(timer) {}
            #expect(toast.isMapped)

            // Dismissed, it gives the keyboard to what is below; the next goes by itself.
            toast.dismiss()
            #expect(below.hasFocus || gtk_window_get_focus(window.object.cast()) == below.gtk)
            let next = Toast("Next", seconds: 1)
            overlay.show(next)
            TestApplication.turn("the next is shown") { next.isMapped }
            TestApplication.turn("it has gone") { !next.isMapped }
            window.destroy()
        }

        @Test("A toast stands at the bottom in the middle, and takes a second line where there is no room")
        func place() {
            let sizes = [800, 320].map { width in
                let overlay = ToastOverlay(Label("Below"))
                let window = TestApplication.show(overlay, width: width)
                let toast = Toast("A message that is long enough for two lines in a narrow window", seconds: 0, button: "Undo")
                overlay.show(toast)
                TestApplication.turn("it has its size") { toast.isMapped && toast.width > 0 }
                #expect(toast.width < overlay.width)
                defer { window.destroy() }
                return toast.height
            }
            #expect(sizes[1] > sizes[0])
        }

        /// Lets a window draw so many frames.
        private func turn(frames: Int, of window: Widget) {
            var count = 0
            let clock = FrameClock(of: window) { _ in count += 1 }
            TestApplication.turn("\(frames) frames are drawn") { count >= frames }
            clock.stop()
        }
    }
}
