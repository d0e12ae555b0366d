import GTKAdapters
import Localization

/// The question whether to close the window while something is under way, which is asked once and can be taken back.
@MainActor
final class CloseQuestion {
    private let window: ApplicationWindow
    private var dialog: QuestionDialog?
    private var proceed: (@Sendable @MainActor () -> Void)?

    init(_ window: ApplicationWindow) {
        self.window = window
    }

    /// Asks, unless the question is open.
    ///
    /// - Parameters:
    ///   - proceed: Called if the reason for the question ends before the user answers. Another reason may have come up.
    ///   - close: Called if the user answers that.
    func ask(
        _ heading: String, text: String, proceed: @escaping @Sendable @MainActor () -> Void,
        close: @escaping @Sendable @MainActor () -> Void
    ) {
        guard dialog == nil else { return }
        self.proceed = proceed
        let dialog = QuestionDialog(
            heading, text: text, cancel: localized("_Stay Open"), accept: localized("_Close"), parent: window
        ) { [weak self] isAccepted in
            self?.takeBack()
            if isAccepted { close() }
        }
        self.dialog = dialog
        dialog.present()
    }

    /// Takes the question back and goes on closing, because its reason has ended. Does nothing if it isn't open.
    func endReason() {
        guard dialog != nil, let proceed else { return }
        takeBack()
        // The import or the addition that has ended may still have to say so.
        GLibContext.enqueue(proceed)
    }

    /// Takes the question back.
    func takeBack() {
        (dialog, proceed) = (nil, nil)
    }
}
