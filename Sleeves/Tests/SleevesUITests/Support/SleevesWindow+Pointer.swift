import CAdwaita
import DisplayTesting
import Testing

extension SleevesWindow {
    /// Clicks a place of the window.
    func click(_ place: Frame, times: Int = 1, at location: SourceLocation = #_sourceLocation) async throws {
        try await movePointer(to: place, at: location)
        DisplayInput.shared.click(times: times)
    }

    /// Moves the pointer there.
    func hover(_ place: Frame, at location: SourceLocation = #_sourceLocation) async throws {
        try await movePointer(to: place, at: location)
    }

    /// Turns the wheel down over a place.
    func wheel(down steps: Int, at place: Frame, holding key: String? = nil) async throws {
        try await movePointer(to: place)
        DisplayInput.shared.holding(key) { DisplayInput.shared.click(5, times: steps) }
    }

    /// Presses at a place, moves sideways in steps, hardly moves any more, so that nothing flies on, and lets go.
    func drag(_ place: Frame, by distance: Int) async throws {
        try await movePointer(to: place)
        DisplayInput.shared.setButton(1, isDown: true)
        let steps = 12
        let ways = (1...steps).map { distance * $0 / steps } + (1...8).map { distance - $0 % 2 }
        for way in ways {
            try await movePointer(to: place.moved(x: way, y: 0))
            try await pass(20)
        }
        DisplayInput.shared.setButton(1, isDown: false)
    }

    private func movePointer(to place: Frame, at location: SourceLocation = #_sourceLocation) async throws {
        let origin = try await Eventually.value("the window is on the screen", at: location) { DisplayInput.shared.origin(of: gtk) }
        let scale = Int(gtk_widget_get_scale_factor(gtk))
        DisplayInput.shared.movePointer(x: origin.x + scale * place.middle.x, y: origin.y + scale * place.middle.y)
    }

    /// Clicks a button, once it stands where it stays.
    func clickButton(_ name: String, at place: SourceLocation = #_sourceLocation) async throws {
        try await click("there is a button “\(name)”", at: place) { content in
            content.anywhere { $0.role == GTK_ACCESSIBLE_ROLE_BUTTON && $0.name == name }
        }
    }

    /// Clicks a widget, once it stands where it stays.
    func click(
        _ expectation: @autoclosure () -> String, at place: SourceLocation = #_sourceLocation,
        _ find: (borrowing WindowContent) throws -> WidgetNode?
    ) async throws {
        let middle = try await still(expectation(), for: .zero, at: place) { content in
            try find(content).flatMap { $0.isSensitive ? Self.place($0) : nil }
        }
        DisplayInput.shared.movePointer(x: middle.x, y: middle.y)
        DisplayInput.shared.click()
    }

    /// The place of a widget on the screen.
    private static func place(_ node: WidgetNode) -> Frame? {
        guard let frame = node.frame, let window = node.window, let origin = DisplayInput.shared.origin(of: window) else { return nil }
        let (middle, scale) = (frame.middle, Int(gtk_widget_get_scale_factor(window)))
        return Frame(x: origin.x + scale * middle.x, y: origin.y + scale * middle.y, width: 0, height: 0)
    }

    /// Chooses a line of a menu, or of one that a line of it opens, and waits until the menu is closed.
    func choose(_ item: String, from menu: String, submenu: String? = nil, at place: SourceLocation = #_sourceLocation) async throws {
        try await clickButton(menu, at: place)
        for line in [submenu, item].compactMap(\.self) {
            try await click("the menu “\(menu)” has a line “\(line)”", at: place) { content in
                content.nodes.first { $0.isMenuItem && $0.isShown && $0.texts.contains(line) }
            }
        }
        try await holds("the menu “\(menu)” is closed", at: place) { content in !content.nodes.contains(where: \.isMenuItem) }
    }

    /// Makes the content so large.
    func resize(width: Int, height: Int) async throws {
        let size = try await still("the window has a size", for: .zero) { $0.size.isEmpty ? nil : $0.size }
        let border = Int(gdk_surface_get_width(gtk_native_get_surface(OpaquePointer(gtk)))) - size[0]
        DisplayInput.shared.resize(gtk, width: width + border, height: height + border)
        try await equal([width, height]) { $0.size }
    }
}
