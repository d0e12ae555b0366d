import GTKAdapters

/// What an empty library shows.
@MainActor
final class WelcomePage: Bin {
    private let button: Button

    init(chooseFolder: @escaping @MainActor () -> Void) {
        button = Button("Add a Music Folder…", style: "suggested-action", "pill", onClick: chooseFolder)
        button.horizontalAlignment = .center
        super.init(
            StatusPage(
                icon: "media-optical-symbolic",
                title: "Your Records Go Here",
                description: "Point Sleeves at a music folder, or run “sleeves import FOLDER”. Your files stay as and where they are.",
                child: button
            )
        )
    }

    /// Gives the keyboard to the one thing that can be done here.
    func focusButton() {
        button.grabFocus()
    }
}
