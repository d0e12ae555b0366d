import GTKAdapters

/// The shortcuts that change the library. They come after a field's own use of the keys, so that Ctrl+Z in a field undoes typing.
enum ChangeShortcuts {
    static let undo = "<Control>z"
    static let redo = "<Control><Shift>z"

    /// For the whole window.
    @MainActor
    static func forWindow() -> ShortcutController {
        ShortcutController([
            .init(undo, action: "app.undo"), .init(redo, action: "app.redo"), .init("<Control>e", action: "app.edit"),
            .init("<Control>v", action: "app.paste-picture"),
        ])
    }

    /// For the albums only, because the Delete key means other things elsewhere.
    @MainActor
    static func forAlbums() -> ShortcutController {
        ShortcutController([.init("Delete", action: "app.remove"), .init("KP_Delete", action: "app.remove")])
    }
}
