import CAdwaita
import CXTest

/// The keyboard and the pointer of the display. The server itself sends the events, so that GTK can't tell them from a person's.
///
/// Nothing here waits for what the events do.
@MainActor
package final class DisplayInput {
    package static let shared = DisplayInput()

    /// A connection beside GTK's own.
    private let display: OpaquePointer
    /// The keys that got a character which no key of the keyboard has.
    private var addedKeys: [KeySym: KeyCode] = [:]

    private init() {
        guard let screen = gdk_display_get_default(), let display = XOpenDisplay(gdk_display_get_name(screen)) else {
            preconditionFailure("there is no X display; run the tests under xvfb-run")
        }
        self.display = display
    }

    // MARK: The keyboard

    /// Gives the keyboard to a window, as a window manager does. There is none on a test's display.
    ///
    /// - Returns: Whether the window is on the display.
    package func focus(_ window: UnsafeMutablePointer<GtkWidget>) -> Bool {
        guard let surface = surface(of: window), gdk_surface_get_mapped(surface) != 0 else { return false }
        gdk_display_sync(gtk_widget_get_display(window))
        var attributes = XWindowAttributes()
        let number = sleeves_surface_window(UnsafeMutableRawPointer(surface))
        guard XGetWindowAttributes(display, number, &attributes) != 0, attributes.map_state == IsViewable else { return false }
        XSetInputFocus(display, number, RevertToParent, Time(CurrentTime))
        XSync(display, 0)
        return true
    }

    /// Presses a key and lets it go, with others held: `"Right"`, `"ctrl+shift+f"`. The names are X's.
    package func press(_ keys: String) {
        var parts = keys.split(separator: "+").map(String.init)
        let last = parts.removeLast()
        let held = parts.map { key(named: Self.modifiers[$0] ?? $0) }
        tap(key(named: last), holding: held)
    }

    /// Types a text, letter by letter.
    package func type(_ text: String) {
        for scalar in text.unicodeScalars {
            // Source: the X protocol, appendix A: Latin-1 has its own numbers, the rest those of Unicode.
            tap(key(for: KeySym(scalar.value < 0x100 ? scalar.value : 0x0100_0000 | scalar.value)), holding: [])
        }
    }

    /// Holds a key while a closure does something.
    package func holding(_ name: String?, _ body: () -> Void) {
        let code = name.map { key(named: Self.modifiers[$0] ?? $0).code }
        if let code { XTestFakeKeyEvent(display, UInt32(code), 1, 0) }
        body()
        if let code { XTestFakeKeyEvent(display, UInt32(code), 0, 0) }
        XSync(display, 0)
    }

    private static let modifiers = ["ctrl": "Control_L", "shift": "Shift_L", "alt": "Alt_L"]

    private typealias Key = (code: KeyCode, needsShift: Bool)

    private func tap(_ key: Key, holding held: [Key]) {
        let codes = (held.map(\.code) + (key.needsShift ? [self.key(named: "Shift_L").code] : []) + [key.code]).map(UInt32.init)
        for code in codes { XTestFakeKeyEvent(display, code, 1, 0) }
        for code in codes.reversed() { XTestFakeKeyEvent(display, code, 0, 0) }
        XSync(display, 0)
    }

    private func key(named name: String) -> Key {
        let symbol = XStringToKeysym(name)
        precondition(symbol != 0, "X knows no key “\(name)”")
        return key(for: symbol)
    }

    private func key(for symbol: KeySym) -> Key {
        let code = XKeysymToKeycode(display, symbol)
        guard code != 0 else { return (addKey(for: symbol), false) }
        return (code, XkbKeycodeToKeysym(display, code, 0, 0) != symbol && XkbKeycodeToKeysym(display, code, 0, 1) == symbol)
    }

    /// Gives a character to a key that has none.
    private func addKey(for symbol: KeySym) -> KeyCode {
        if let code = addedKeys[symbol] { return code }
        var (first, last): (Int32, Int32) = (0, 0)
        XDisplayKeycodes(display, &first, &last)
        let free = (first...last).reversed().first { number in
            let code = KeyCode(number)
            return XkbKeycodeToKeysym(display, code, 0, 0) == 0 && !addedKeys.values.contains(code)
        }
        guard let free else { preconditionFailure("the keyboard has no free key") }
        var symbols = [symbol, symbol]
        XChangeKeyboardMapping(display, free, 2, &symbols, 1)
        XSync(display, 0)
        addedKeys[symbol] = KeyCode(free)
        return KeyCode(free)
    }

    // MARK: The pointer

    /// Moves the pointer to a place on the screen.
    package func movePointer(x: Int, y: Int) {
        XTestFakeMotionEvent(display, -1, Int32(x), Int32(y), 0)
        XSync(display, 0)
    }

    /// Moves the pointer out of the way: where it was left, a tooltip would come up.
    package func hidePointer() {
        let screen = XDefaultScreen(display)
        movePointer(x: Int(XDisplayWidth(display, screen)) - 1, y: Int(XDisplayHeight(display, screen)) - 1)
    }

    /// Presses a button of the pointer, or lets it go.
    package func setButton(_ button: Int, isDown: Bool) {
        XTestFakeButtonEvent(display, UInt32(button), isDown ? 1 : 0, 0)
        XSync(display, 0)
    }

    /// Clicks where the pointer is. Buttons 4 and 5 are the wheel.
    package func click(_ button: Int = 1, times: Int = 1) {
        for _ in 0..<times {
            setButton(button, isDown: true)
            setButton(button, isDown: false)
        }
    }

    /// The place on the screen where a window's content begins.
    package func origin(of window: UnsafeMutablePointer<GtkWidget>) -> (x: Int, y: Int)? {
        guard let surface = surface(of: window), gdk_surface_get_mapped(surface) != 0 else { return nil }
        var (x, y, child): (Int32, Int32, Window) = (0, 0, 0)
        let number = sleeves_surface_window(UnsafeMutableRawPointer(surface))
        guard XTranslateCoordinates(display, number, XDefaultRootWindow(display), 0, 0, &x, &y, &child) != 0 else { return nil }
        // The border that stands for the shadow.
        var border = (x: 0.0, y: 0.0)
        gtk_native_get_surface_transform(OpaquePointer(window), &border.x, &border.y)
        let scale = Int(gdk_surface_get_scale_factor(surface))
        return (Int(x) + scale * Int(border.x), Int(y) + scale * Int(border.y))
    }

    /// Draws with so many pixels for each of a length, in both directions, as for a screen with smaller ones.
    package func setScale(_ scale: Int) {
        guard let screen = gdk_display_get_default().map({ UnsafeMutableRawPointer($0) }) else { return }
        // GDK also resizes windows that are no longer on the display, but that something still has.
        sleeves_display_trap_errors(screen)
        sleeves_display_set_scale(screen, Int32(scale))
        sleeves_display_ignore_errors(screen)
    }

    /// The red, green and blue of a part of the screen, row by row; `nil` where a part of it is beyond the screen.
    package func pixels(x: Int, y: Int, width: Int, height: Int) -> [UInt8]? {
        guard let screen = gdk_display_get_default() else { return nil }
        let number = XDefaultScreen(display)
        guard x >= 0, y >= 0, x + width <= XDisplayWidth(display, number), y + height <= XDisplayHeight(display, number) else { return nil }
        gdk_display_sync(screen)
        let root = XDefaultRootWindow(display)
        guard
            let image = XGetImage(display, root, Int32(x), Int32(y), UInt32(width), UInt32(height), UInt(bitPattern: -1), ZPixmap)
        else { return nil }
        defer { _ = image.pointee.f.destroy_image?(image) }
        guard image.pointee.bits_per_pixel == 32, image.pointee.byte_order == LSBFirst else { return nil }
        // Without a collection or a range for each pixel, which a build without optimization would take most of a test's time for.
        return [UInt8](unsafeUninitializedCapacity: width * height * 3) { bytes, count in
            for row in 0..<height {
                var pixel = UnsafeRawPointer(image.pointee.data + row * Int(image.pointee.bytes_per_line))
                let end = pixel + width * 4
                while pixel < end {
                    let value = pixel.load(as: UInt32.self)
                    bytes[count] = UInt8(truncatingIfNeeded: value >> 16)
                    bytes[count + 1] = UInt8(truncatingIfNeeded: value >> 8)
                    bytes[count + 2] = UInt8(truncatingIfNeeded: value)
                    count += 3
                    pixel += 4
                }
            }
        }
    }

    /// Gives a window another size, with its border.
    package func resize(_ window: UnsafeMutablePointer<GtkWidget>, width: Int, height: Int) {
        guard let surface = surface(of: window) else { return }
        let scale = UInt32(gdk_surface_get_scale_factor(surface))
        XResizeWindow(display, sleeves_surface_window(UnsafeMutableRawPointer(surface)), scale * UInt32(width), scale * UInt32(height))
        XSync(display, 0)
    }

    private func surface(of window: UnsafeMutablePointer<GtkWidget>) -> OpaquePointer? {
        gtk_native_get_surface(OpaquePointer(window))
    }
}
