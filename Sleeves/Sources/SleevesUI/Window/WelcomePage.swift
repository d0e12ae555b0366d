import GTKAdapters
import Localization

/// What an empty library shows.
@MainActor
final class WelcomePage: Bin {
    private let button: Button

    /// - Parameters:
    ///   - chooseFolder: Asks for a music folder.
    ///   - chooseCollection: Asks for the file of a collection.
    init(chooseFolder: @escaping @MainActor () -> Void, chooseCollection: @escaping @MainActor () -> Void) {
        button = Button(localized("Add a Music Folder…"), style: "suggested-action", "pill", onClick: chooseFolder)
        let collection = Button(localized("Import a Collection…"), style: "pill", onClick: chooseCollection)
        let buttons = Box(.vertical, spacing: 12, [button, collection])
        buttons.horizontalAlignment = .center
        super.init(
            StatusPage(
                icon: "media-optical-symbolic",
                title: localized("Your Records Go Here"),
                description: localized("Add a folder of music or a collection from Discogs, or drop it here. Your files stay as they are."),
                child: buttons
            )
        )
    }

    /// Gives the keyboard to the first thing that can be done here.
    func focusButton() {
        button.grabFocus()
    }
}
