import GTKAdapters
import Heed
import Localization
import SleevesLibrary

/// The page of the preferences about looking for covers on the network.
///
/// A choice that an option or the environment has made can't be changed here, and says so.
@MainActor
final class CoversPage: Bin {
    /// The information that others receive.
    static var explanation: String {
        let services = OnlineService.all.filter { $0.token == nil }.map(\.disclosure)
        let last = localized("Covers are fetched from addresses in imported lists, too. Nothing else is sent.")
        return (services + [last]).joined(separator: " ")
    }

    private let choices: NetworkChoices
    private let fetching = SwitchRow(localized("Look for Missing Covers on the Network"))
    private let localNetwork = SwitchRow(localized("Allow the Local Network"))
    private let services: [ServiceRows]
    private let tokens: [TokenRow]
    private var observation: ObservationToken?

    init(_ choices: NetworkChoices) {
        self.choices = choices
        services = OnlineService.all.filter { $0.token == nil }.map { service in
            ServiceRows(service) { [weak choices] in choices?.saved[addressOf: service] = $0 }
        }
        tokens = OnlineService.all.compactMap { service in
            service.token.map { token in TokenRow(service, token) { [weak choices] in choices?.saved[tokenOf: service] = $0 } }
        }
        let all = PreferencesGroup(title: localized("Network"))
        let open = PreferencesGroup(
            title: localized("Services"), description: localized("A changed address leads to a mirror of the service."))
        let lists = PreferencesGroup(title: localized("Imported Lists"))
        // Swift 6.3's optimizer can't compile a call that could throw, such as map, before the superclass is initialized.
        var groups = [all, open]
        for row in tokens { groups.append(row.group) }
        super.init(PreferencesPage(groups + [lists]))
        all.add(fetching)
        for row in services.flatMap(\.rows) { open.add(row) }
        lists.add(localNetwork)
        fetching.onSwitch = { [weak choices] in choices?.saved.fetchesCovers = $0 }
        localNetwork.onSwitch = { [weak choices] in choices?.saved.allowsLocalNetwork = $0 }
        observation = choices.observe(\.current, options: [.initial, .new]) { [weak self] _, change in
            if let settings = change.newValue { self?.show(settings) }
        }
    }

    private func show(_ settings: NetworkSettings) {
        let isOn = settings.fetchesCovers == true
        show(isOn, in: fetching, Self.explanation, fixedBy: choices.fixed.fetchesCovers == nil ? nil : "SLEEVES_FETCH_COVERS")
        for rows in services { rows.show(settings, fixed: choices.fixed) }
        for row in tokens { row.show(settings, fixed: choices.fixed) }
        show(
            settings.allowsLocalNetwork == true, in: localNetwork,
            localized("Cover addresses in your lists may lead to this computer and to others in the local network."),
            fixedBy: choices.fixed.allowsLocalNetwork == nil ? nil : "SLEEVES_LOCAL_NETWORK, --local-network")
        localNetwork.isSensitive = localNetwork.isSensitive && isOn
    }

    private func show(_ isOn: Bool, in row: SwitchRow, _ subtitle: String, fixedBy names: String?) {
        row.isOn = isOn
        row.isSensitive = names == nil
        row.subtitle = names.map { "\(subtitle) \(Self.fixed(by: $0))" } ?? subtitle
    }

    /// - Parameter names: The names of the variable and the option.
    static func fixed(by names: String) -> String {
        localized("Set when Sleeves was started ({names}).", ["names": names])
    }
}
