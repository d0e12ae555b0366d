import CAdwaita
import DisplayTesting
import Testing

@testable import GTKAdapters

extension OnScreen {
    @Suite("The pointer and menus", .enabled(if: DisplayTool.areInstalled("xdotool"), "needs xdotool"))
    @MainActor
    struct PointerFocusTests {
        /// GTK 4.8 ended the program here: it asked the menu that was replaced for its surface.
        @Test("A menu that was closed under the pointer can be replaced while something holds it")
        func replacedMenu() throws {
            let lines = Self.lines
            let (window, button) = Self.show()
            defer { window.destroy() }
            let frame = Frames(of: window)
            let menu = try Self.openMenuUnderPointer(of: button)
            // The window is laid out, so the menu is to have another motion; it is hidden before that comes.
            gtk_widget_queue_allocate(window.gtk)
            frame.pass(1)
            gtk_popover_popdown(menu.cast())
            frame.pass(3)
            button.menu = Menu(lines + lines)
            gtk_menu_button_popup(button.opaque)
            #expect(gtk_native_get_surface(menu.opaque) == nil)
            gtk_widget_queue_allocate(window.gtk)
            frame.pass(3)
            withExtendedLifetime(menu) {}
        }

        /// GTK 4.8 asked the menu for its surface here, and complained.
        @Test("A window can be closed while a tooltip of its menu is due and something holds the menu")
        func dueTooltip() throws {
            let (window, button) = Self.show()
            let menu = try Self.openMenuUnderPointer(of: button)
            window.destroy()
            #expect(gtk_native_get_surface(menu.opaque) == nil)
            var isLate = false
            // GTK waits for half a second.
            let wait = MainLoop.after(milliseconds: 700) { isLate = true }
            TestApplication.turn("the time of the tooltip has gone by") { isLate }
            withExtendedLifetime((menu, wait)) {}
        }

        private static let lines = (1...8).map { Menu.Item("Line \($0)", action: "app.none") }

        private static func show() -> (window: ApplicationWindow, button: MenuButton) {
            _ = TestApplication.shared
            let button = MenuButton(tooltip: "Menu", menu: Menu(lines))
            button.verticalAlignment = .start
            return (TestApplication.show(button, width: 400, height: 400), button)
        }

        private static func openMenuUnderPointer(of button: MenuButton) throws -> GObjectReference {
            gtk_menu_button_popup(button.opaque)
            let popover = try #require(gtk_menu_button_get_popover(button.opaque))
            let menu = GObjectReference(sharing: UnsafeMutableRawPointer(popover))
            TestApplication.turn("the menu is open") { gtk_widget_get_mapped(menu.cast()) != 0 && gtk_widget_get_height(menu.cast()) > 0 }
            let surface = try #require(gtk_native_get_surface(menu.opaque))
            let (x, y) = (gdk_popup_get_position_x(surface), gdk_popup_get_position_y(surface))
            for step in 1...5 { try DisplayTool.run("xdotool", "mousemove", "\(x + 40 + gint(step))", "\(y + 60)") }
            TestApplication.turn("the pointer is in the menu") {
                gtk_widget_get_state_flags(menu.cast()).rawValue & GTK_STATE_FLAG_PRELIGHT.rawValue != 0
            }
            return menu
        }
    }
}

/// The frames that a window draws.
@MainActor
private final class Frames {
    private let window: Widget
    private var count = 0
    private var connection: SignalConnection?

    init(of window: Widget) {
        self.window = window
        guard let clock = gtk_widget_get_frame_clock(window.gtk) else { preconditionFailure("a window that is shown has a clock") }
        connection = SignalConnection(to: GObjectReference(sharing: UnsafeMutableRawPointer(clock)), "after-paint") { [weak self] _ in
            self?.count += 1
        }
    }

    /// Waits for so many frames.
    func pass(_ frames: Int) {
        for end in count + 1...count + frames {
            gtk_widget_queue_draw(window.gtk)
            TestApplication.turn("a frame is drawn") { count >= end }
        }
    }
}
