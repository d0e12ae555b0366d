import CAdwaita
import DisplayTesting
import Testing

@testable import GTKAdapters

extension OnScreen {
    @MainActor
    @Suite("The guard against layouts that request layouts")
    struct LayoutGuardTests {
        /// Has a widget request another layout in the next layouts of its window.
        private static func requestLayouts(_ count: Int, of widget: Widget) -> SignalConnection? {
            guard let clock = gtk_widget_get_frame_clock(widget.gtk) else { return nil }
            var rest = count
            widget.requestLayout()
            return SignalConnection(to: GObjectReference(sharing: UnsafeMutableRawPointer(clock)), "layout", isAfter: true) { _ in
                guard rest > 0 else { return }
                rest -= 1
                widget.requestLayout()
            }
        }

        @Test("A second request in one frame traps, and names the widget and what to do")
        func traps() async throws {
            let result = try await #require(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                await MainActor.run {
                    _ = TestApplication.shared
                    let label = Label("x")
                    label.addStyle("restless")
                    let window = TestApplication.show(label)
                    let requests = LayoutGuardTests.requestLayouts(2, of: label)
                    TestApplication.turn { false }
                    withExtendedLifetime((window, requests)) {}
                }
            }
            let words = String(decoding: result.standardErrorContent, as: UTF8.self)
            #expect(words.contains("requested by GtkLabel.restless; moved: none; make the change before the next frame"), "\(words)")
        }

        @Test("One request in a frame is allowed")
        func allows() throws {
            _ = TestApplication.shared
            let label = Label("x")
            let window = TestApplication.show(label)
            let counter = FrameCounter(window)
            counter.settle()
            let requests = Self.requestLayouts(1, of: label)
            counter.settle()
            #expect(counter.mostLayouts == 2)
            withExtendedLifetime(requests) {}
            window.destroy()
        }

        @Test("Where nothing traps, a window that GTK has given up to lay out is drawn with the next frame", arguments: [3, 4, 9])
        func recovers(count: Int) throws {
            _ = TestApplication.shared
            let canvas = Canvas(accessibleLabel: "A drawing")
            canvas.setMinimumSize(width: 50, height: 50)
            var drawings = 0
            canvas.onDraw = { _ in drawings += 1 }
            let window = TestApplication.show(canvas)
            let counter = FrameCounter(window)
            TestApplication.turn("the window is drawn") { drawings > 0 }
            LayoutGuard.traps = false
            defer { LayoutGuard.traps = true }
            // GTK says so.
            withKnownIssue(isIntermittent: true) {
                let requests = Self.requestLayouts(count, of: canvas)
                counter.settle()
                withExtendedLifetime(requests) {}
            } matching: { issue in
                issue.comments.contains { $0.rawValue.contains("giving up") || $0.rawValue.contains("without a current allocation") }
            }
            let former = drawings
            canvas.redraw()
            TestApplication.turn("the window is drawn again") { drawings > former }
            window.destroy()
        }
    }
}
