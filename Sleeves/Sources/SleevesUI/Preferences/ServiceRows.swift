import GTKAdapters
import Localization
import SleevesLibrary

/// The rows of a service that demands no token: a switch, and the service's address.
@MainActor
final class ServiceRows {
    private let service: OnlineService
    private let control: SwitchRow
    private let field: Field
    private let fieldRow: ListRow
    private let choose: @MainActor (String?) -> Void
    /// The address that is shown.
    private var address: String

    /// The rows, in order.
    var rows: [Widget] { [control, fieldRow] }

    /// - Parameter choose: Called with an address, `NetworkSettings.off`, or `nil` for the usual address.
    init(_ service: OnlineService, choose: @escaping @MainActor (String?) -> Void) {
        self.service = service
        self.choose = choose
        address = service.address
        control = SwitchRow(service.name)
        field = Field(localized("Address of {service}", ["service": service.name]))
        fieldRow = ListRow(alone: field)
        control.onSwitch = { choose($0 ? nil : NetworkSettings.off) }
        field.entry.onChange = { [weak self] _ in self?.field.problem = nil }
        field.onEnd { [weak self] in self?.apply() }
    }

    /// Shows the choices that apply.
    ///
    /// - Parameter fixed: Those that the user can't change.
    func show(_ settings: NetworkSettings, fixed: NetworkSettings) {
        let chosen = settings[addressOf: service]
        let isFixed = fixed[addressOf: service] != nil
        control.isOn = chosen != NetworkSettings.off
        control.isSensitive = settings.fetchesCovers == true && !isFixed
        let names = [service.variable, service.option.map { "--\($0)" }].compactMap(\.self).joined(separator: ", ")
        control.subtitle = isFixed ? "\(service.disclosure) \(CoversPage.fixed(by: names))" : service.disclosure
        field.isSensitive = control.isSensitive && control.isOn
        address = control.isOn ? chosen ?? service.address : service.address
        if field.entry.text != address { field.entry.text = address }
        if CoverServices.isAddress(address) { field.problem = nil } else { tellProblem() }
    }

    private func apply() {
        let text = field.entry.text
        guard text != address else { return }
        if text.isEmpty || text == service.address {
            address = service.address
            field.entry.text = service.address
            choose(nil)
        } else if CoverServices.isAddress(text) {
            choose(text)
        } else {
            tellProblem()
        }
    }

    private func tellProblem() {
        field.problem = localized("This is not an address. Enter one that begins with https://, or nothing for the usual one.")
    }
}
