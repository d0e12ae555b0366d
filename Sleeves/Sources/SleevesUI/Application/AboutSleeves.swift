import GTKAdapters
import Localization

/// The program's information for its about window.
@MainActor
public struct AboutSleeves {
    private let version: String
    private let website: String

    /// - Parameters:
    ///   - version: The program's version.
    ///   - website: The program's website.
    public nonisolated init(version: String, website: String) {
        self.version = version
        self.website = website
    }

    func present(parent: ApplicationWindow) {
        AboutWindow(
            name: "Sleeves",
            icon: SleevesApplication.identifier,
            version: version,
            developer: localized("The Heed and Sleeves authors"),
            comments: localized("Your record collection, cover by cover."),
            website: website,
            copyright: "© 2026 The Heed and Sleeves authors"
        ).present(parent: parent)
    }
}
