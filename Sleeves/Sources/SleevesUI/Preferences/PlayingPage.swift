import GTKAdapters
import Localization

/// The page of the preferences about playing.
@MainActor
final class PlayingPage: Bin {
    private let notifying = SwitchRow(
        localized("Notify About New Tracks"), subtitle: localized("The desktop shows each new track while the window isn’t active."))

    init(_ status: AppStatus) {
        let group = PreferencesGroup(title: localized("Notifications"))
        super.init(PreferencesPage([group]))
        group.add(notifying)
        notifying.isOn = status.restorable.notifiesAboutTracks
        notifying.onSwitch = { [weak status] isOn in status?.restorable.notifiesAboutTracks = isOn }
    }
}
