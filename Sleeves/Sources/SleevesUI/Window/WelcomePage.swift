import GTKAdapters
import Localization

/// What an empty library shows.
@MainActor
final class WelcomePage: Bin {
    private let button: Button

    init(chooseFolder: @escaping @MainActor () -> Void) {
        button = Button(localized("Add a Music Folder…"), style: "suggested-action", "pill", onClick: chooseFolder)
        button.horizontalAlignment = .center
        super.init(
            StatusPage(
                icon: "media-optical-symbolic",
                title: localized("Your Records Go Here"),
                description: localized(
                    "Point Sleeves at a music folder, or run “{command}”. Your files stay as and where they are.",
                    ["command": "sleeves import FOLDER"]),
                child: button
            )
        )
    }

    /// Gives the keyboard to the one thing that can be done here.
    func focusButton() {
        button.grabFocus()
    }
}
