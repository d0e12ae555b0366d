import GTKAdapters
import Localization

/// What an empty library shows.
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

    /// Whether an import is under way: then there is nothing to do here but wait.
    var isImporting = false {
        didSet { fill() }
    }

    /// Gives the keyboard to the first thing that can be done here.
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
