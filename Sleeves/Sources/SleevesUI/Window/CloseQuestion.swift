import GTKAdapters
import Localization

/// The question whether to close the window while something is under way, which is asked once and can be taken back.
@MainActor
final class CloseQuestion {
    private let window: ApplicationWindow
    private var dialog: QuestionDialog?

    init(_ window: ApplicationWindow) {
        self.window = window
    }

    /// Asks, unless the question is open.
    ///
    /// - Parameter close: Called if the user answers that.
    func ask(_ heading: String, text: String, close: @escaping @Sendable @MainActor () -> Void) {
        guard dialog == nil else { return }
        let dialog = QuestionDialog(
            heading, text: text, cancel: localized("_Stay Open"), accept: localized("_Close"), parent: window
        ) { [weak self] isAccepted in
            self?.dialog = nil
            if isAccepted { close() }
        }
        self.dialog = dialog
        dialog.present()
    }

    /// Takes the question back.
    func takeBack() {
        dialog = nil
    }
}
