import GTKAdapters

/// The keys that change the library. They come after what a field does with them, so that Ctrl+Z in a field takes back typing.
enum ChangeShortcuts {
    static let undo = "<Control>z"
    static let redo = "<Control><Shift>z"

    /// For the whole window.
    @MainActor
    static func forWindow() -> ShortcutController {
        ShortcutController([.init(undo, action: "app.undo"), .init(redo, action: "app.redo"), .init("<Control>e", action: "app.edit")])
    }

    /// For the strip: elsewhere the Delete key means other things.
    @MainActor
    static func forStrip() -> ShortcutController {
        ShortcutController([.init("Delete", action: "app.remove"), .init("KP_Delete", action: "app.remove")])
    }
}
