import GTKAdapters
import Localization
import SleevesLibrary

/// A dialog that shows some of an album's texts in each encoding, and chooses one.
@MainActor
final class EncodingDialog: DialogWindow {
    /// - Parameters:
    ///   - previews: The album's texts in each encoding.
    ///   - current: The encoding in which they are shown now.
    ///   - choose: Called once, with the chosen encoding, or `nil` for the one that the texts show.
    init(
        _ previews: [(encoding: TextEncoding, texts: [String])], current: TextEncoding?, parent: ApplicationWindow,
        choose: @escaping @MainActor (TextEncoding?) -> Void
    ) {
        super.init(title: localized("Text Encoding"), parent: parent, width: 460)
        let list = ListBox(style: "boxed-list")
        list.setAccessibleLabel(localized("Text Encoding"))
        list.verticalAlignment = .start
        for (encoding, texts) in previews {
            let row = ActionRow(encoding.name, subtitle: texts.joined(separator: " · "))
            row.onActivate = { [weak self] in
                self?.close()
                choose(encoding)
            }
            list.append(row)
            row.mark(asChosen: encoding == current)
        }
        let detect = Button(localized("Detect"), style: "pill") { [weak self] in
            self?.close()
            choose(nil)
        }
        detect.tooltip = localized("Use the encoding that all texts of the album show together")
        detect.horizontalAlignment = .center
        let column = Box(.vertical, spacing: 18, [list, detect])
        column.margins = Margins(horizontal: 18, vertical: 18)
        let scrolled = ScrolledWindow(column)
        scrolled.expandsVertically = true
        scrolled.setMinimumSize(height: 460)
        content = Box(.vertical, [HeaderBar(), scrolled])
    }
}
