import GTKAdapters
import Localization
import SleevesLibrary

/// The folders and formats of an album's files, the reason why they are one album, and the choice of the copy to play. It is hidden where the reason
/// goes without saying.
@MainActor
final class RipsList: Bin {
    /// Called with the copy that the user wants to be played.
    var onChoose: ((AlbumOrigin.Rip) -> Void)?

    private let group = PreferencesGroup(title: localized("Files"))

    init() {
        super.init(group)
    }

    func show(_ origin: AlbumOrigin?) {
        group.removeAll()
        isVisible = origin != nil
        guard let origin else { return }
        group.description = origin.text
        let hasCopies = origin.rips.contains(where: \.isCopy)
        for rip in origin.rips {
            let row = ActionRow(rip.text, subtitle: FolderName.shown(rip.folder))
            if rip.isCopy {
                let button = Button(icon: "media-playback-start-symbolic", tooltip: localized("Play This Copy"), style: "flat") {
                    [weak self] in
                    self?.onChoose?(rip)
                }
                button.verticalAlignment = .center
                row.addSuffix(button)
            }
            group.add(row)
            if hasCopies { row.mark(asChosen: !rip.isCopy) }
        }
    }
}
