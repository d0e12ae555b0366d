import GTKAdapters
import Heed
import Localization
import SleevesLibrary

/// The page of the preferences about sharing the collection with other machines.
@MainActor
final class SharingPage: Bin {
    private let library: LibraryAPI
    private let control = SwitchRow(localized("Share the Collection"))
    private let server = Field(localized("Server"))
    private let user = Field(localized("User"))
    private let password = Field(localized("Password"))
    private let machine = Field(localized("Name of This Machine"))
    private let details: PreferencesGroup
    private var receptionist: Receptionist?
    /// The settings that are shown; `nil` if the collection was never shared.
    private var settings: SharingSettings?

    private var fields: [Field] { [server, user, password, machine] }

    init(_ library: LibraryAPI) {
        self.library = library
        let group = PreferencesGroup(
            title: localized("Other Machines"),
            description: localized(
                """
                Albums, edits, removals and chosen covers go to a NATS server, and from there to all machines that share the collection. \
                Everyone who may use that server account sees them. Audio files stay where they are.
                """))
        details = PreferencesGroup(title: localized("Server"))
        super.init(PreferencesPage([group, details]))
        group.add(control)
        server.entry.placeholder = "nats://home.example:4222"
        password.entry.isSecret = true
        machine.entry.text = SharingSettings.hostName
        for field in fields {
            details.add(ListRow(alone: field))
            field.entry.onChange = { [weak field] _ in field?.problem = nil }
            field.onEnd { [weak self] in self?.apply() }
        }
        control.onSwitch = { [weak self] isOn in self?.turn(on: isOn) }
        receptionist = Receptionist(for: .values(of: library.sharing, \.status), on: .mainActor, delivering: .latest) { [weak self] _ in
            await self?.load()
        }
        Task { [weak self] in await self?.load() }
    }

    private func load() async {
        let information = try? await library.sharingInformation()
        let isFirst = settings == nil
        settings = information?.settings
        control.isOn = information?.isOn == true
        // What is being typed stays.
        if isFirst, let settings {
            server.entry.text = settings.server
            user.entry.text = settings.user ?? ""
            password.entry.text = settings.password ?? ""
            machine.entry.text = settings.machineName
        }
        details.description = SharingStatusText.text(library.sharing.status, information)
    }

    private func turn(on isOn: Bool) {
        guard isOn else {
            return perform { library in try await library.stopSharing() }
        }
        guard let settings = entered() else {
            control.isOn = false
            if server.entry.text.isEmpty { server.entry.grabFocus() }
            return
        }
        perform { library in try await library.share(settings) }
    }

    /// Shares with what was entered, if the collection is shared and something has changed.
    private func apply() {
        guard control.isOn, let entered = entered(), entered != settings else { return }
        perform { library in try await library.share(entered) }
    }

    private func perform(_ work: @escaping @Sendable (LibraryAPI) async throws -> Void) {
        Task { [weak self, library] in
            do {
                try await work(library)
            } catch {
                self?.server.problem = "\(error)"
            }
            await self?.load()
        }
    }

    /// Returns the settings that were entered; `nil`, with the problem shown, if they can't be used.
    private func entered() -> SharingSettings? {
        do throws(SharingSettingsError) {
            let name = machine.entry.text.isEmpty ? SharingSettings.hostName : machine.entry.text
            var entered = try SharingSettings(
                address: server.entry.text, machineName: name, collection: settings?.collection ?? SharingSettings.usualCollection)
            // What belongs only to the command stays.
            if entered.server == settings?.server {
                (entered.credentials, entered.certificateAuthorities) = (settings?.credentials, settings?.certificateAuthorities)
            }
            if !user.entry.text.isEmpty { entered.user = user.entry.text }
            if !password.entry.text.isEmpty { entered.password = password.entry.text }
            return entered
        } catch {
            server.problem = localized("This is not the address of a server. Enter one like nats://home.example:4222.")
            return nil
        }
    }
}
