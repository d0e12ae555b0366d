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
        localized(
            """
            Sleeves then sends artist and title, and what you enter to add a record, to MusicBrainz and release IDs to the Cover Art \
            Archive, and fetches covers from the addresses that imported lists name. Nothing else is sent.
            """)
    }

    private let choices: NetworkChoices
    private let fetching = SwitchRow(localized("Look for Missing Covers on the Network"))
    private let localNetwork = SwitchRow(localized("Allow the Local Network"))
    private let archive: ServiceRows
    private let musicBrainz: ServiceRows
    private let token = Field(localized("Discogs Access Token"))
    private var observation: ObservationToken?

    init(_ choices: NetworkChoices) {
        self.choices = choices
        archive = ServiceRows(
            localized("Cover Art Archive"), subtitle: localized("Receives the MusicBrainz release IDs in your files’ tags."),
            address: "https://coverartarchive.org"
        ) { [weak choices] in choices?.saved.coverArchive = $0 }
        musicBrainz = ServiceRows(
            localized("MusicBrainz"), subtitle: localized("Receives artist and title of albums without release IDs."),
            address: "https://musicbrainz.org"
        ) { [weak choices] in choices?.saved.musicBrainz = $0 }
        let all = PreferencesGroup(title: localized("Network"))
        let services = PreferencesGroup(
            title: localized("Services"), description: localized("A changed address leads to a mirror of the service."))
        let lists = PreferencesGroup(title: localized("Imported Lists"))
        let adding = PreferencesGroup(
            title: localized("Discogs"),
            description: localized(
                """
                With a personal access token from the developer settings of your account, Add a Record searches there, too. Discogs then \
                receives what you enter to add a record.
                """))
        super.init(PreferencesPage(all, services, adding, lists))
        all.add(fetching)
        for row in archive.rows + musicBrainz.rows { services.add(row) }
        adding.add(makeTokenRow())
        lists.add(localNetwork)
        fetching.onSwitch = { [weak choices] in choices?.saved.fetchesCovers = $0 }
        localNetwork.onSwitch = { [weak choices] in choices?.saved.allowsLocalNetwork = $0 }
        observation = choices.observe(\.current, options: [.initial, .new]) { [weak self] _, change in
            if let settings = change.newValue { self?.show(settings) }
        }
    }

    private func makeTokenRow() -> Widget {
        let row = ListRow(token)
        row.setAccessibleLabel(localized("Discogs Access Token"))
        // The field in it takes the keyboard.
        row.isFocusable = false
        token.margins = Margins(horizontal: 12, vertical: 12)
        token.entry.onEnter = { [weak self] in self?.applyToken() }
        let focus = FocusController()
        focus.onLeave = { [weak self] in self?.applyToken() }
        token.entry.add(focus)
        return row
    }

    private func applyToken() {
        let text = token.entry.text.trimmed()
        let chosen = text.isEmpty ? nil : text
        if chosen != choices.saved.discogsToken { choices.saved.discogsToken = chosen }
    }

    private func show(_ settings: NetworkSettings) {
        let isOn = settings.fetchesCovers == true
        show(isOn, in: fetching, Self.explanation, fixedBy: choices.fixed.fetchesCovers == nil ? nil : "SLEEVES_FETCH_COVERS")
        archive.show(
            settings.coverArchive, isUsed: isOn, fixedBy: choices.fixed.coverArchive == nil ? nil : "SLEEVES_COVER_ARCHIVE, --cover-archive"
        )
        musicBrainz.show(
            settings.musicBrainz, isUsed: isOn && archive.isOn,
            fixedBy: choices.fixed.musicBrainz == nil ? nil : "SLEEVES_MUSICBRAINZ, --musicbrainz")
        token.isSensitive = isOn && choices.fixed.discogsToken == nil && settings.discogs != NetworkSettings.off
        // A secret of the environment isn't shown.
        let shown = choices.fixed.discogsToken == nil ? settings.discogsToken ?? "" : ""
        if token.entry.text != shown { token.entry.text = shown }
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
