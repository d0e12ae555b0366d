import GTKAdapters
import Heed
import Localization
import SleevesLibrary

/// A quiet button in the header while the server of a shared collection is away, or another machine's changes can't be used. It counts the albums
/// whose changes wait, and opens the preferences.
@MainActor
final class SharingIndicator {
    let button: Button
    private let count = Label()
    private var receptionist: Receptionist?
    private var isAway = false

    /// The time for which the server may be away before the button appears: a restart or a short loss isn't worth a word.
    private static let patience = Duration.seconds(3)

    init(_ library: LibraryAPI) {
        button = Button(
            Box(.horizontal, spacing: 6, [Icon("network-offline-symbolic"), count]), accessibleLabel: localized("Sharing"), style: "flat")
        button.isVisible = false
        button.actionName = "app.sharing"
        receptionist = Receptionist(for: .values(of: library.sharing, \.status), on: .glib, delivering: .latest) { [weak self] status in
            self?.show(status)
        }
    }

    private func show(_ sharing: LibrarySharing.Status) {
        let wasAway = isAway
        isAway = sharing.state == .disconnected
        guard isAway || sharing.warning != nil else { return button.isVisible = false }
        let sentences = [isAway ? sharing.problem : nil, sharing.warning, SharingStatusText.waiting(sharing.waitingCount)]
        let text = sentences.compactMap(\.self).joined(separator: "\n")
        button.tooltip = text
        button.setAccessibleDescription(text)
        count.text = sharing.waitingCount > 0 ? formatted(sharing.waitingCount) : ""
        count.isVisible = sharing.waitingCount > 0
        if !isAway { return button.isVisible = true }
        guard !wasAway else { return }
        Task { [weak self] in
            try? await Task.sleep(for: Self.patience)
            if let self, isAway { button.isVisible = true }
        }
    }
}
