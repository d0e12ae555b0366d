import GTKAdapters

/// An action with keys, declared once: where it is added, menus and the list of shortcuts have the keys from here.
///
/// To add one, declare it, give it a handler with `application.addAction`, and name it in ``ShortcutsHelp``, unless its key is one for media.
struct KeyedAction: Sendable {
    let name: String
    /// The keys, in GTK's notation. Menus and the list of shortcuts show the first.
    let keys: [String]
    /// Whether the keys activate it wherever the keyboard is. Keys that fields use themselves belong to a ``ShortcutController`` instead.
    let isGlobal: Bool

    private init(_ name: String, _ keys: String..., isGlobal: Bool = true) {
        (self.name, self.keys, self.isGlobal) = (name, keys, isGlobal)
    }

    // Albums.
    static let surprise = KeyedAction("surprise", "<Control>r")
    static let favourite = KeyedAction("favourite", "<Control>b")
    static let larger = KeyedAction("larger", "<Control>plus", "<Control>equal", "<Control>KP_Add")
    static let smaller = KeyedAction("smaller", "<Control>minus", "<Control>KP_Subtract")
    static let usualSize = KeyedAction("usual-size", "<Control>0", "<Control>KP_0")
    static let search = KeyedAction("search", "<Control>f")
    static let shelves = KeyedAction("shelves", "F9")
    static let saveShelf = KeyedAction("save-shelf", "<Control>d")
    static let openFolder = KeyedAction("open-folder", "<Control>l")
    static let pastePicture = KeyedAction("paste-picture", "<Control>v", isGlobal: false)

    // Playing.
    static let play = KeyedAction("play", "<Control>Return")
    static let playOrPause = KeyedAction("play-pause", "<Control>p", "AudioPlay", "AudioPause")
    static let nextTrack = KeyedAction("next-track", "<Control><Shift>n", "AudioNext")
    static let previousTrack = KeyedAction("previous-track", "<Control><Shift>b", "AudioPrev")
    static let stopPlaying = KeyedAction("stop-playing", "AudioStop")

    static func seekBack(isRightToLeft: Bool) -> KeyedAction { KeyedAction("seek-back", "<Shift><Alt>\(isRightToLeft ? "Right" : "Left")") }
    static func seekForward(isRightToLeft: Bool) -> KeyedAction {
        KeyedAction("seek-forward", "<Shift><Alt>\(isRightToLeft ? "Left" : "Right")")
    }

    // Editing.
    static let edit = KeyedAction("edit", "<Control>e", isGlobal: false)
    static let exportSelected = KeyedAction("export-selected", "<Control><Shift>x")
    static let fetchCovers = KeyedAction("fetch-covers", "<Control><Shift>f")
    static let remove = KeyedAction("remove", "Delete", "KP_Delete", isGlobal: false)
    static let undo = KeyedAction("undo", "<Control>z", isGlobal: false)
    static let redo = KeyedAction("redo", "<Control><Shift>z", isGlobal: false)

    // General.
    static let addFolder = KeyedAction("import", "<Control>o")
    static let importCollection = KeyedAction("import-collection", "<Control><Shift>o")
    static let addRecord = KeyedAction("add-record", "<Control>n")
    static let export = KeyedAction("export", "<Control><Shift>e")
    static let statistics = KeyedAction("statistics", "<Control><Shift>s")
    static let preferences = KeyedAction("preferences", "<Control>comma")
    static let shortcuts = KeyedAction("shortcuts", "<Control>question")
    static let quit = KeyedAction("quit", "<Control>q")
}

extension Application {
    /// Adds an action, with its keys if they are those of the whole application.
    @discardableResult
    func addAction(_ action: KeyedAction, handler: @escaping @MainActor () -> Void) -> Action {
        addAction(action.name, shortcuts: action.isGlobal ? action.keys : [], handler: handler)
    }
}

extension ShortcutController {
    /// Creates a controller for the keys of actions, after the focused widget's own use of them.
    convenience init(_ actions: KeyedAction...) {
        self.init(actions.flatMap { action in action.keys.map { .init($0, action: "app.\(action.name)") } })
    }
}

extension Menu.Item {
    /// Creates an item that shows the action's key.
    init(_ label: String, _ action: KeyedAction) {
        self.init(label, action: "app.\(action.name)", keys: action.keys.first)
    }
}

extension ShortcutsWindow.Shortcut {
    /// Creates a line for one or several actions.
    init(_ title: String, _ actions: KeyedAction...) {
        self.init(title, actions.compactMap(\.keys.first).joined(separator: " "))
    }
}
