import GTKAdapters
import Localization

/// The page for an empty library.
@MainActor
final class WelcomePage: Bin {
    private let page: StatusPage
    private let button: Button
    private let buttons: Box

    /// - Parameters:
    ///   - chooseFolder: Asks for a music folder.
    ///   - chooseCollection: Asks for the file of a collection.
    init(chooseFolder: @escaping @MainActor () -> Void, chooseCollection: @escaping @MainActor () -> Void) {
        button = Button(localized("Add a Music Folder…"), style: "suggested-action", "pill", onClick: chooseFolder)
        let collection = Button(localized("Import a Collection…"), style: "pill", onClick: chooseCollection)
        buttons = Box(.vertical, spacing: 12, [button, collection])
        buttons.horizontalAlignment = .center
        page = StatusPage(icon: "media-optical-symbolic", title: "", child: buttons)
        super.init(page)
        fill()
    }

    /// Whether an import is running. The page then offers no actions.
    var isImporting = false {
        didSet { fill() }
    }

    /// Moves the keyboard focus to the first button.
    func focusButton() {
        button.grabFocus()
    }

    private func fill() {
        page.title = isImporting ? localized("Importing Your Records") : localized("Your Records Go Here")
        page.description =
            isImporting
            ? localized("They appear here as soon as all files are read.")
            : localized("Add a music folder or a Discogs collection, or drop one here. Your files stay unchanged.")
        buttons.isVisible = !isImporting
    }
}
