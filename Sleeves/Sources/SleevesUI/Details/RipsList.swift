import GTKAdapters
import Localization
import SleevesLibrary

/// The folders and formats of an album's files, and the reason why they are one album. It is hidden where that goes without saying: for the tagged
/// files of one folder in one format.
@MainActor
final class RipsList: Bin {
    private let group = PreferencesGroup(title: localized("Files"))

    init() {
        super.init(group)
    }

    func show(_ origin: AlbumOrigin?) {
        group.removeAll()
        isVisible = origin.map { $0.rips.count > 1 || $0.rule == .guessed || $0.rule == .untitled } ?? false
        guard let origin, isVisible else { return }
        group.description = origin.text
        for rip in origin.rips { group.add(ActionRow(rip.text, subtitle: FolderName.shown(rip.folder))) }
    }
}
