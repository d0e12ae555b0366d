import GTKAdapters
import Localization
import SleevesLibrary

/// The row of the user's own key to a service, in a group of its own.
@MainActor
final class TokenRow {
    let group: PreferencesGroup
    private let service: OnlineService
    private let declaration: OnlineService.Token
    private let field: Field
    private let choose: @MainActor (String?) -> Void
    /// The key that is shown.
    private var token = ""

    /// - Parameter choose: Called with the key, or `nil` for none.
    init(_ service: OnlineService, _ declaration: OnlineService.Token, choose: @escaping @MainActor (String?) -> Void) {
        self.service = service
        self.declaration = declaration
        self.choose = choose
        field = Field(declaration.label)
        group = PreferencesGroup(title: service.name)
        group.add(ListRow(alone: field))
        field.onEnd { [weak self] in self?.apply() }
    }

    /// Shows the choices that apply.
    ///
    /// - Parameter fixed: Those that the user can't change.
    func show(_ settings: NetworkSettings, fixed: NetworkSettings) {
        let isFixed = fixed[tokenOf: service] != nil
        let explanation = [declaration.explanation, service.disclosure, isFixed ? CoversPage.fixed(by: declaration.variable) : nil]
        group.description = explanation.compactMap(\.self).joined(separator: " ")
        field.isSensitive = settings.fetchesCovers == true && !isFixed && settings[addressOf: service] != NetworkSettings.off
        // A secret of the environment isn't shown.
        token = isFixed ? "" : settings[tokenOf: service] ?? ""
        if field.entry.text != token { field.entry.text = token }
    }

    private func apply() {
        let text = field.entry.text.trimmed()
        if text != token { choose(text.isEmpty ? nil : text) }
    }
}
