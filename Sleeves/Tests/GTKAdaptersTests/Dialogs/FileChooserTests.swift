import CAdwaita
import Dispatch
import DisplayTesting
import Testing

@testable import GTKAdapters

extension OnScreen {
    @MainActor
    @Suite("The dialog for a file")
    struct FileChooserTests {
        /// The number of GIO's threads, and more than it starts while a test runs.
        private static let threadCount = 60
        private nonisolated static let gate = DispatchSemaphore(value: 0)

        init() {
            _ = TestApplication.shared
        }

        @Test("It may be drawn before its folder has been read, and then shows the way there between arrows")
        func slowDisk() {
            let parent = TestApplication.show(Label("Below"))
            // GTK reads folders on these threads. A warning fails the test.
            for _ in 0..<Self.threadCount { Self.blockThread() }
            let chooser = FileChooser(title: "Choose", accept: "Open", choice: .folder, folder: "/usr/share", parent: parent) { _ in }
            chooser.show()
            let dialog = { ForeignWidgets.windows(of: gtk_file_chooser_dialog_get_type()).first { gtk_widget_get_mapped($0) != 0 } }
            TestApplication.turn("the dialog has been drawn") { (dialog().map(Self.frameCount) ?? 0) > 3 }
            #expect(dialog().map { Self.pathButtons(in: $0).filter { gtk_widget_get_mapped($0) != 0 }.count } == 0)

            for _ in 0..<Self.threadCount { Self.gate.signal() }
            TestApplication.turn("the path is shown, with both arrows") {
                dialog().map { Self.pathButtons(in: $0).count { gtk_widget_get_mapped($0) != 0 && gtk_widget_get_width($0) > 0 } } ?? 0 >= 5
            }
            if let dialog = dialog() { gtk_window_close(UnsafeMutableRawPointer(dialog).assumingMemoryBound(to: GtkWindow.self)) }
            TestApplication.turn { dialog() == nil }
            parent.destroy()
            withExtendedLifetime(chooser) {}
        }

        /// Keeps one of GIO's threads busy.
        private nonisolated static func blockThread() {
            let task = g_task_new(nil, nil, nil, nil)
            g_task_set_priority(task, G_PRIORITY_HIGH)
            g_task_run_in_thread(task) { task, _, _, _ in
                FileChooserTests.gate.wait()
                g_task_return_boolean(task, 1)
            }
            g_object_unref(UnsafeMutableRawPointer(task))
        }

        /// Has a window draw again, and returns how often it has.
        private static func frameCount(of window: UnsafeMutablePointer<GtkWidget>) -> gint64 {
            guard let clock = gtk_widget_get_frame_clock(window) else { return 0 }
            gdk_frame_clock_request_phase(clock, GDK_FRAME_CLOCK_PHASE_PAINT)
            return gdk_frame_clock_get_frame_counter(clock)
        }

        private static func pathButtons(in dialog: UnsafeMutablePointer<GtkWidget>) -> [UnsafeMutablePointer<GtkWidget>] {
            var buttons: [UnsafeMutablePointer<GtkWidget>] = []
            ForeignWidgets.visit(dialog) { widget in
                guard let parent = gtk_widget_get_parent(widget), ForeignWidgets.className(of: parent) == "GtkPathBar" else { return }
                buttons.append(widget)
            }
            return buttons
        }
    }
}
