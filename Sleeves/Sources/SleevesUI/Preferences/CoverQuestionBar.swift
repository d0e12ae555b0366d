import GTKAdapters
import Heed
import Localization
import SleevesLibrary

/// A bar below the header that asks whether Sleeves may look for covers on the network, until the user has answered.
@MainActor
final class CoverQuestionBar: Bin {
    private var observation: ObservationToken?

    init(_ choices: NetworkChoices) {
        let question = Label(localized("Look for missing covers on the network?"), style: "heading")
        let words = Label(
            localized("{explanation} You can change this in the preferences.", ["explanation": CoversPage.explanation]), style: "caption")
        for label in [question, words] {
            label.wraps = true
            label.textAlignment = 0
        }
        let refuse = Button(localized("Not Now")) { [weak choices] in choices?.saved.fetchesCovers = false }
        let allow = Button(localized("Allow"), style: "suggested-action") { [weak choices] in choices?.saved.fetchesCovers = true }
        for button in [refuse, allow] { button.setMinimumSize(height: 44) }
        let buttons = Box(.horizontal, spacing: 12, [refuse, allow])
        buttons.horizontalAlignment = .end
        let column = Box(.vertical, spacing: 6, [question, words, buttons])
        column.margins = Margins(horizontal: 12, vertical: 12)
        column.setAccessibleRole(.group)
        column.setAccessibleLabel(question.text)
        super.init(Clamp(column, width: 720))
        observation = choices.observe(\.current, options: [.initial, .new]) { [weak self] _, change in
            if let settings = change.newValue { self?.isVisible = settings.fetchesCovers == nil }
        }
    }
}
