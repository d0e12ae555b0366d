import CAdwaita
import Dispatch
import DisplayTesting
import Foundation
import Testing

@testable import GTKAdapters

extension OnScreen {
    @MainActor
    @Suite("The dialog for a file")
    struct FileChooserTests {
        /// The number of GIO's threads, and more than it starts while a test runs.
        private static let threadCount = 60
        private nonisolated static let gate = DispatchSemaphore(value: 0)

        /// Whether GTK has the dialog that is mended.
        private nonisolated static let hasOldDialog = gtk_get_minor_version() < 10
        private nonisolated static let olderDialog: Comment = "GTK 4.10 and later have another dialog"

        init() {
            _ = TestApplication.shared
        }

        @Test(
            "It may be drawn before its folder has been read, and then shows the way there between arrows",
            .enabled(if: hasOldDialog, olderDialog))
        func slowDisk() {
            let parent = TestApplication.show(Label("Below"))
            // GTK reads folders on these threads. A warning fails the test.
            for _ in 0..<Self.threadCount { Self.blockThread() }
            let chooser = FileChooser(title: "Choose", accept: "Open", choice: .folder, folder: "/usr/share", parent: parent) { _ in }
            chooser.show()
            let dialog = Self.shownDialog
            TestApplication.turn("the dialog has been drawn") { (dialog().map(Self.frameCount) ?? 0) > 3 }
            #expect(dialog().map { Self.pathButtons(in: $0).filter { gtk_widget_get_mapped($0) != 0 }.count } == 0)

            for _ in 0..<Self.threadCount { Self.gate.signal() }
            TestApplication.turn("the path is shown, with both arrows") { dialog().map(Self.showsPath) == true }
            Self.close(chooser, of: parent)
        }

        @Test(
            "No column can be dragged narrower than its heading, not even one that is shown later",
            .enabled(if: hasOldDialog, olderDialog))
        func narrowColumns() throws {
            let parent = TestApplication.show(Label("Below"))
            // Nothing in it changes the columns.
            let folder = FileManager.default.temporaryDirectory.appending(path: "sleeves-chooser-\(UUID().uuidString)")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
            defer { try? FileManager.default.removeItem(at: folder) }
            let chooser = FileChooser(title: "Choose", accept: "Open", choice: .folder, folder: folder.path, parent: parent) { _ in }
            chooser.show()
            TestApplication.turn("the path is shown") { Self.shownDialog().map(Self.showsPath) == true }
            let dialog = try #require(Self.shownDialog())

            let columns = Self.resizableColumns(in: dialog)
            #expect(columns.count >= 2)
            for column in columns {
                gtk_tree_view_column_set_visible(column, 1)
                TestApplication.turn("the column is shown") { gtk_tree_view_column_get_width(column) > 0 }
                let heading = try #require(gtk_tree_view_column_get_button(column))
                let width = gtk_tree_view_column_get_width(column)
                try Self.drag(heading, of: dialog, by: -2 * Int(width))
                // GTK notes the width up to which the user has dragged, and never shows less than the column's minimum.
                TestApplication.turn("the column has been dragged") { gtk_tree_view_column_get_fixed_width(column) == 0 }
                Self.draw(dialog)
                var least: Int32 = 0
                gtk_widget_measure(heading, GTK_ORIENTATION_HORIZONTAL, -1, &least, nil, nil, nil)
                #expect(gtk_tree_view_column_get_width(column) >= least)
            }
            DisplayInput.shared.hidePointer()
            Self.close(chooser, of: parent)
        }

        @Test(
            "Its list of files ends with it, even after the menu of a file was open, or is about to open",
            .enabled(if: hasOldDialog, olderDialog), arguments: [false, true])
        func endOfList(isAtOnce: Bool) throws {
            let parent = TestApplication.show(Label("Below"))
            let folder = FileManager.default.temporaryDirectory.appending(path: "sleeves-chooser-\(UUID().uuidString)")
            try FileManager.default.createDirectory(at: folder.appending(path: "One"), withIntermediateDirectories: true)
            defer { try? FileManager.default.removeItem(at: folder) }
            let finalisations = Finalisations()
            var chooser: FileChooser?
            chooser = FileChooser(title: "Choose", accept: "Open", choice: .folder, folder: folder.path, parent: parent) { _ in
                chooser = nil
            }
            chooser?.show()
            TestApplication.turn("the path is shown") { Self.shownDialog().map(Self.showsPath) == true }
            do {
                let dialog = try #require(Self.shownDialog())
                let list = try #require(Self.lists(in: dialog).first)
                TestApplication.turn("the folder is shown") { Self.firstRow(of: list) != nil }
                let files = try #require(gtk_tree_view_get_model(list))
                finalisations.watch("the files", GObjectReference(sharing: UnsafeMutableRawPointer(files)))
                let events = EventController(gtk_event_controller_legacy_new(), phase: .capture)
                events.listen(deciding: "event") { [weak events] _ in
                    guard isAtOnce, let event = events.flatMap({ gtk_event_controller_get_current_event($0.object.opaque) }),
                        gdk_event_get_event_type(event) == GDK_BUTTON_PRESS
                    else { return false }
                    // After the click, and before anything idle.
                    GLibContext.enqueue { Self.shownDialog().map(Self.close) }
                    return false
                }
                gtk_widget_add_controller(dialog, events.handOver())
                try Self.openMenu(of: list, in: dialog)
                if !isAtOnce {
                    TestApplication.turn("the menu is open") { Self.hasOpenMenu(dialog) }
                    Self.close(dialog)
                }
                TestApplication.turn("the dialog has been closed") { chooser == nil }
                withExtendedLifetime(events) {}
            }
            DisplayInput.shared.hidePointer()
            TestApplication.turn("all has ended") { finalisations.missing.isEmpty }
            parent.destroy()
            TestApplication.turnUntilIdle()
        }

        @Test("It answers with the path of a new file")
        func newFile() throws {
            let parent = TestApplication.show(Label("Below"))
            let folder = FileManager.default.temporaryDirectory.appending(path: "sleeves-chooser-\(UUID().uuidString)")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
            defer { try? FileManager.default.removeItem(at: folder) }
            var answers: [String?] = []
            let chooser = FileChooser(
                title: "Save", accept: "Save", choice: .newFile(name: "albums é.csv"), folder: folder.path, parent: parent
            ) { answers.append($0) }
            chooser.show()
            TestApplication.turn("the dialog has the keyboard") {
                Self.shownDialog().map {
                    DisplayInput.shared.focus($0)
                        && gtk_window_is_active(UnsafeMutableRawPointer($0).assumingMemoryBound(to: GtkWindow.self)) != 0
                } == true
            }
            TestApplication.turn("it is answered") {
                if answers.isEmpty, let dialog = Self.shownDialog() {
                    gtk_dialog_response(
                        UnsafeMutableRawPointer(dialog).assumingMemoryBound(to: GtkDialog.self), GTK_RESPONSE_ACCEPT.rawValue)
                }
                return !answers.isEmpty
            }
            #expect(answers == [folder.appending(path: "albums é.csv").path])
            parent.destroy()
            withExtendedLifetime(chooser) {}
        }

        private static func shownDialog() -> UnsafeMutablePointer<GtkWidget>? {
            ForeignWidgets.windows(of: gtk_file_chooser_dialog_get_type()).first { gtk_widget_get_mapped($0) != 0 }
        }

        private static func close(_ dialog: UnsafeMutablePointer<GtkWidget>) {
            gtk_window_close(UnsafeMutableRawPointer(dialog).assumingMemoryBound(to: GtkWindow.self))
        }

        private static func close(_ chooser: FileChooser, of parent: ApplicationWindow) {
            if let dialog = shownDialog() { close(dialog) }
            TestApplication.turn("the dialog has been closed") { shownDialog() == nil }
            parent.destroy()
            withExtendedLifetime(chooser) {}
        }

        private static func lists(in dialog: UnsafeMutablePointer<GtkWidget>) -> [UnsafeMutablePointer<GtkTreeView>] {
            var lists: [UnsafeMutablePointer<GtkTreeView>] = []
            ForeignWidgets.visit(dialog) { widget in
                if let list: UnsafeMutablePointer<GtkTreeView> = ForeignWidgets.cast(widget, to: gtk_tree_view_get_type()) {
                    lists.append(list)
                }
            }
            return lists
        }

        private static func resizableColumns(in dialog: UnsafeMutablePointer<GtkWidget>) -> [OpaquePointer] {
            lists(in: dialog).flatMap { list in
                (0..<Int32(gtk_tree_view_get_n_columns(list))).compactMap { gtk_tree_view_get_column(list, $0) }
                    .filter { gtk_tree_view_column_get_resizable($0) != 0 }
            }
        }

        /// Returns the middle of a list's first row, in the list's coordinates; nil until there is one.
        private static func firstRow(of list: UnsafeMutablePointer<GtkTreeView>) -> (x: Double, y: Double)? {
            guard let path = gtk_tree_path_new_first() else { return nil }
            defer { gtk_tree_path_free(path) }
            var area = GdkRectangle()
            gtk_tree_view_get_cell_area(list, path, gtk_tree_view_get_column(list, 0), &area)
            guard area.width > 0, area.height > 0 else { return nil }
            var (x, y): (Int32, Int32) = (0, 0)
            gtk_tree_view_convert_bin_window_to_widget_coords(list, area.x + area.width / 2, area.y + area.height / 2, &x, &y)
            return (Double(x), Double(y))
        }

        /// Clicks the first row of a list with the secondary button.
        private static func openMenu(of list: UnsafeMutablePointer<GtkTreeView>, in dialog: UnsafeMutablePointer<GtkWidget>) throws {
            let row = try #require(firstRow(of: list))
            let origin = try #require(DisplayInput.shared.origin(of: dialog))
            var (x, y) = (0.0, 0.0)
            let widget = UnsafeMutableRawPointer(list).assumingMemoryBound(to: GtkWidget.self)
            gtk_widget_translate_coordinates(widget, dialog, row.x, row.y, &x, &y)
            DisplayInput.shared.movePointer(x: origin.x + Int(x), y: origin.y + Int(y))
            DisplayInput.shared.click(3)
        }

        private static func hasOpenMenu(_ dialog: UnsafeMutablePointer<GtkWidget>) -> Bool {
            var isOpen = false
            ForeignWidgets.visit(dialog) { widget in
                if ForeignWidgets.isKind(widget, of: gtk_popover_get_type()), gtk_widget_get_mapped(widget) != 0 { isOpen = true }
            }
            return isOpen
        }

        /// Drags the end of a heading sideways.
        private static func drag(
            _ heading: UnsafeMutablePointer<GtkWidget>, of dialog: UnsafeMutablePointer<GtkWidget>, by distance: Int
        ) throws {
            let origin = try #require(DisplayInput.shared.origin(of: dialog))
            var (x, y) = (0.0, 0.0)
            let (width, height) = (gtk_widget_get_width(heading), gtk_widget_get_height(heading))
            gtk_widget_translate_coordinates(heading, dialog, Double(width) - 1, Double(height) / 2, &x, &y)
            let (left, top) = (origin.x + Int(x), origin.y + Int(y))
            DisplayInput.shared.movePointer(x: left, y: top)
            DisplayInput.shared.setButton(1, isDown: true)
            DisplayInput.shared.movePointer(x: max(0, left + distance), y: top)
            DisplayInput.shared.setButton(1, isDown: false)
        }

        /// Has a window lay out and draw what has changed.
        private static func draw(_ window: UnsafeMutablePointer<GtkWidget>) {
            let frame = frameCount(of: window)
            TestApplication.turn("the window has been drawn") { frameCount(of: window) > frame + 1 }
        }

        private static func showsPath(_ dialog: UnsafeMutablePointer<GtkWidget>) -> Bool {
            pathButtons(in: dialog).count { gtk_widget_get_mapped($0) != 0 && gtk_widget_get_width($0) > 0 } >= 5
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
