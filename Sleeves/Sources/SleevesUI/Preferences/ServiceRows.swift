import GTKAdapters
import Localization
import SleevesLibrary

/// The rows of a service that provides covers: a switch, and the service's address.
@MainActor
final class ServiceRows {
    private let control: SwitchRow
    private let field: Field
    private let fieldRow: ListRow
    private let subtitle: String
    private let standard: String
    private let choose: @MainActor (String?) -> Void
    /// The address that is shown.
    private var address: String

    /// The rows, in order.
    var rows: [Widget] { [control, fieldRow] }

    /// - Parameters:
    ///   - subtitle: What the service learns.
    ///   - address: The service's default address.
    ///   - choose: Called with an address, `NetworkSettings.off`, or `nil` for the default address.
    init(_ name: String, subtitle: String, address: String, choose: @escaping @MainActor (String?) -> Void) {
        control = SwitchRow(name, subtitle: subtitle)
        let fieldName = localized("Address of {service}", ["service": name])
        field = Field(fieldName)
        fieldRow = ListRow(field)
        fieldRow.setAccessibleLabel(fieldName)
        // The field in it takes the keyboard.
        fieldRow.isFocusable = false
        field.margins = Margins(horizontal: 12, vertical: 12)
        self.subtitle = subtitle
        self.address = address
        self.choose = choose
        standard = address
        control.onSwitch = { choose($0 ? nil : NetworkSettings.off) }
        field.entry.onChange = { [weak self] _ in self?.field.problem = nil }
        field.entry.onEnter = { [weak self] in self?.apply() }
        // Not while it is typed: half an address is another one.
        let focus = FocusController()
        focus.onLeave = { [weak self] in self?.apply() }
        field.entry.add(focus)
    }

    /// Whether the service is used where covers are looked for at all.
    var isOn: Bool { control.isOn }

    /// Shows a choice.
    ///
    /// - Parameters:
    ///   - chosen: An address, `NetworkSettings.off`, or `nil` for the default address.
    ///   - isUsed: Whether the choice has an effect.
    ///   - names: The names of what has made the choice; `nil` if the user can change it.
    func show(_ chosen: String?, isUsed: Bool, fixedBy names: String?) {
        control.isOn = chosen != NetworkSettings.off
        control.isSensitive = isUsed && names == nil
        control.subtitle = names.map { "\(subtitle) \(CoversPage.fixed(by: $0))" } ?? subtitle
        field.isSensitive = control.isSensitive && control.isOn
        address = control.isOn ? chosen ?? standard : standard
        if field.entry.text != address { field.entry.text = address }
        if CoverServices.isAddress(address) { field.problem = nil } else { tellProblem() }
    }

    private func apply() {
        let text = field.entry.text
        guard text != address else { return }
        if text.isEmpty || text == standard {
            address = standard
            field.entry.text = standard
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
