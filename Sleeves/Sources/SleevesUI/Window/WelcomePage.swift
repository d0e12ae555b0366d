import GTKAdapters
import Localization

/// The page for an empty library.
@MainActor
final class WelcomePage: Bin {
    /// The actions of the page.
    struct Actions {
        /// Imports a folder.
        var importFolder: @MainActor (String) -> Void
        /// Asks for a music folder.
        var chooseFolder: @MainActor () -> Void
        /// Asks for the file of a collection.
        var chooseCollection: @MainActor () -> Void
        /// Asks for a record.
        var addRecord: @MainActor () -> Void
        /// Shows the albums that the user wants.
        var showWishes: @MainActor () -> Void
    }

    private let page: StatusPage
    private let ownFolder = Button("", style: "suggested-action", "pill")
    private let otherFolder: Button
    private let wishes: Button
    private let buttons: Box

    init(_ actions: Actions) {
        otherFolder = Button("", style: "pill", onClick: actions.chooseFolder)
        let collection = Button(localized("Import a Collection…"), style: "pill", onClick: actions.chooseCollection)
        let record = Button(localized("Add a Record…"), style: "pill", onClick: actions.addRecord)
        wishes = Button("", style: "pill", onClick: actions.showWishes)
        buttons = Box(.vertical, spacing: 12, [ownFolder, otherFolder, collection, record, wishes])
        buttons.horizontalAlignment = .center
        page = StatusPage(icon: "media-optical-symbolic", title: "", child: buttons)
        super.init(page)
        ownFolder.onClick = { [weak self] in
            if let folder = self?.musicFolder { actions.importFolder(folder) }
        }
        fill()
    }

    /// Whether an import is running. The page then offers no actions.
    var isImporting = false {
        didSet { fill() }
    }

    /// The path of the user's own music folder, which the first button imports; `nil` if there is none.
    var musicFolder: String? {
        didSet {
            let hadFocus = otherFolder.hasFocus
            fill()
            if hadFocus { focusButton() }
        }
    }

    /// The number of albums that the user wants.
    var wishCount = 0 {
        didSet { if wishCount != oldValue { fill() } }
    }

    /// Moves the keyboard focus to the first button.
    func focusButton() {
        (musicFolder == nil ? otherFolder : ownFolder).grabFocus()
    }

    private func fill() {
        page.title = isImporting ? localized("Importing Your Records") : localized("Your Records Go Here")
        page.description =
            isImporting
            ? localized("They appear here as they are read.")
            : localized("Add a music folder or a Discogs collection, or drop one here. Your files stay unchanged.")
        buttons.isVisible = !isImporting
        wishes.isVisible = wishCount > 0
        wishes.label = localized(one: "Show {count} Wanted Album", other: "Show {count} Wanted Albums", count: wishCount)
        ownFolder.isVisible = musicFolder != nil
        otherFolder.setStyle("suggested-action", musicFolder == nil)
        guard let musicFolder else { return otherFolder.label = localized("Add a Music Folder…") }
        let name = musicFolder.split(separator: "/").last ?? "/"
        ownFolder.label = localized("Add “{folder}”", ["folder": name.count > 30 ? name.prefix(29) + "…" : String(name)])
        ownFolder.tooltip = FolderName.shown(musicFolder)
        otherFolder.label = localized("Choose Another Folder…")
    }
}
