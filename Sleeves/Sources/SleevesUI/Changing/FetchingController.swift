import GTKAdapters
import Localization
import SleevesLibrary

/// A controller that fetches the missing covers of the selected albums, as one change that can be undone.
@MainActor
final class FetchingController {
    /// Returns the selected albums.
    var selection: (() -> SelectedAlbums)?

    private let library: LibraryAPI
    private let choices: NetworkChoices
    private let toasts: ToastOverlay
    private var task: Task<Void, Never>?

    init(_ application: Application, library: LibraryAPI, choices: NetworkChoices, toasts: ToastOverlay) {
        self.library = library
        self.choices = choices
        self.toasts = toasts
        application.addAction(.fetchCovers) { [weak self] in self?.fetch() }
    }

    private func fetch() {
        guard task == nil, let selected = selection?(), !selected.indices.isEmpty else { return }
        guard choices.current.fetchesCovers == true else {
            return toasts.show(
                Toast(
                    localized("Sleeves may not look for covers on the network. Allow it in the preferences."),
                    button: localized("Preferences"), action: "app.preferences"))
        }
        toasts.show(Toast(localized("Looking for missing covers…")))
        task = Task { [weak self, library, weak toasts] in
            do {
                let (report, change) = try await library.fetchCovers(of: try await selected.ids(in: library))
                toasts?.dismissAll()
                toasts?.show(Self.toast(for: report, change))
            } catch {
                toasts?.show(Toast(String(describing: error)))
            }
            self?.task = nil
        }
    }

    private static func toast(for report: CoverReport, _ change: LibraryChange?) -> Toast {
        if report.sought == 0 { return Toast(localized("No covers are missing here.")) }
        if report.waiting > 0 { return Toast(localized("You are offline. The covers are fetched when the network is back.")) }
        guard report.found > 0 else { return Toast(localized("No covers were found.")) }
        let words = localized(one: "Fetched {count} cover.", other: "Fetched {count} covers.", count: report.found)
        guard change != nil else { return Toast(words) }
        return .offeringUndo(words)
    }
}
