import GTKAdapters
import Localization

/// A bar below the header that says that the session no longer answers.
@MainActor
final class ProblemBar: Bin {
    /// Called when the user wants to try again.
    var onRetry: (() -> Void)?

    private let words = Label()

    init() {
        super.init()
        let retry = Button(localized("Try Again")) { [weak self] in self?.onRetry?() }
        retry.verticalAlignment = .center
        words.wraps = true
        words.textAlignment = 0
        words.expandsHorizontally = true
        let row = Box(.horizontal, spacing: 12, [Icon("dialog-warning-symbolic"), words, retry])
        row.margins = Margins(horizontal: 12, vertical: 6)
        child = row
        isVisible = false
    }

    /// Shows an error; `nil`: none.
    func show(_ problem: String?) {
        guard let problem else { return isVisible = false }
        let text = localized("The program no longer answers. What is shown is the last that is known. ({problem})", ["problem": problem])
        if words.text != text { words.text = text }
        guard !isVisible else { return }
        isVisible = true
        announce(text)
    }
}
