import GTKAdapters
import Localization

/// A dialog about a web page of the library: its title, and whether it shows what only concerns the owner.
@MainActor
final class WebPageDialog: DialogWindow {
    private let field = Field(localized("Title"))
    private let control = SwitchRow(
        localized("Show Everything About Copies"), subtitle: localized("Also notes, prices, loans, places and dates"))

    /// - Parameter choose: Called with the title, and with whether everything is shown, when the user wants to choose a folder.
    init(parent: ApplicationWindow, choose: @escaping @MainActor (String, Bool) -> Void) {
        super.init(title: localized("Export as Web Page"), parent: parent, width: 460)
        let cancel = Button(localized("Cancel")) { [weak self] in self?.close() }
        let accept = Button(localized("Choose a Folder…"), style: "suggested-action") { [weak self] in
            guard let self else { return }
            close()
            choose(field.entry.text, control.isOn)
        }
        let header = HeaderBar(showsWindowButtons: false)
        header.packStart(cancel)
        header.packEnd(accept)
        let about = Label(
            localized(
                """
                All albums with their covers, for any web browser: on a disk, a phone or a web host. The page names none of your files, and \
                nothing that only concerns you.
                """))
        about.wraps = true
        about.textAlignment = 0
        field.entry.placeholder = localized("Albums")
        let group = PreferencesGroup()
        group.add(control)
        let column = Box(.vertical, spacing: 18, [about, field, group])
        column.margins = Margins(horizontal: 18, vertical: 24)
        content = Box(.vertical, [header, column])
        setDefault(accept)
        initialFocus = field.entry
    }
}
