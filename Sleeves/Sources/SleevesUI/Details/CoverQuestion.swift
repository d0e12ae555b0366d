import GTKAdapters
import Heed
import Localization
import SleevesLibrary

/// A question on an album's page: whether Sleeves may look for covers on the network. It stands there while it hasn't been answered and the
/// album has no cover.
@MainActor
final class CoverQuestion: Bin {
    private let choices: NetworkChoices
    private weak var cover: Cover?
    private var isCoverMissing = false {
        didSet { update() }
    }
    private var following: Receptionist?
    private var observation: ObservationToken?

    init(_ choices: NetworkChoices) {
        self.choices = choices
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
        super.init(column)
        addStyle("card")
        observation = choices.observe(\.current, initial: true) { [weak self] _ in self?.update() }
    }

    /// Asks for an album without a cover, and follows its cover.
    func show(_ cover: Cover) {
        guard cover !== self.cover else { return }
        self.cover = cover
        isCoverMissing = false
        following = Receptionist(for: .values(of: cover, \.state), on: .glib, delivering: .latest) { [weak self] state in
            switch state {
            case .unknown, .loading: break
            case .wanted, .missing, .failed: self?.isCoverMissing = true
            case .present: self?.isCoverMissing = false
            }
        }
    }

    private func update() {
        isVisible = isCoverMissing && choices.current.fetchesCovers == nil
    }
}
