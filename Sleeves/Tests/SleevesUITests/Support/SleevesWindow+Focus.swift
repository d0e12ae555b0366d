import CAdwaita
import DisplayTesting
import Testing

/// A stop of the Tab key, with how much of the screen shows that it has the keyboard.
struct FocusStop: Sendable {
    let focus: Focus
    /// The number of pixels that differ from those without the keyboard, in and around what has it.
    let pixels: Int
}

extension SleevesWindow {
    /// Goes around the window with the Tab key, and looks at each place where the keyboard comes to.
    ///
    /// - Parameter limit: The maximum number of places.
    func walk(limit: Int = 80, at place: SourceLocation = #_sourceLocation) async throws -> [FocusStop] {
        var stops: [FocusStop] = []
        let first = try await focus(at: place)
        var last = first
        repeat {
            try #require(stops.count < limit, "the Tab key doesn't come back: \(stops.map(\.focus.name))", sourceLocation: place)
            stops.append(FocusStop(focus: last, pixels: try await pixelsOfFocus(at: place)))
            last = try await tab(from: last, at: place)
        } while !last.isSame(as: first)
        return stops
    }

    /// Waits until every place in the window where the keyboard comes to shows that.
    func expectVisibleFocus(at place: SourceLocation = #_sourceLocation) async throws {
        let stops = try await walk(at: place)
        #expect(stops.count > 2, sourceLocation: place)
        // A ring, however small what it is around.
        let invisible = stops.filter { $0.pixels < 40 }.map { "“\($0.focus.name)” differs in \($0.pixels) pixels" }
        #expect(invisible == [], sourceLocation: place)
    }

    /// Waits until a popover that has closed has given the keyboard back. The display's server sends it the keys until then.
    ///
    /// - Parameter name: The name of the widget that gets the keyboard; `nil` for any.
    func expectKeyboardBack(to name: String? = nil, at place: SourceLocation = #_sourceLocation) async throws {
        if let name { try await holds("“\(name)” has the keyboard", at: place) { $0.focusedName == name } }
        let focused = try await still("the keyboard stays", at: place) { $0.focusedName }
        if let name { #expect(focused == name, sourceLocation: place) }
    }

    /// The number of pixels that show where the keyboard is.
    private func pixelsOfFocus(at place: SourceLocation) async throws -> Int {
        let frame = try await still("what has the keyboard stands still", for: .zero, at: place) { content in
            content.focused.flatMap { $0.control.frame.flatMap { $0.inset(-6).clamped(to: content.size) } }
        }
        let with = try await still("the keyboard is shown", for: .milliseconds(40), at: place) { $0.pixels(frame) }
        guard let focused = gtk_window_get_focus(Self.window(gtk)) else { return 0 }
        g_object_ref(focused)
        defer { g_object_unref(focused) }
        gtk_window_set_focus(Self.window(gtk), nil)
        let without = try await still("the keyboard isn't shown", for: .milliseconds(40), at: place) { $0.pixels(frame) }
        gtk_window_set_focus(Self.window(gtk), focused)
        return Int(with.difference(from: without) * Double(frame.width * frame.height))
    }
}

extension Frame {
    /// The part of it that is in a window of a size.
    fileprivate func clamped(to size: [Int]) -> Frame? {
        let (left, top) = (max(x, 0), max(y, 0))
        let (right, bottom) = (min(x + width, size[0]), min(y + height, size[1]))
        return right > left && bottom > top ? Frame(x: left, y: top, width: right - left, height: bottom - top) : nil
    }
}
