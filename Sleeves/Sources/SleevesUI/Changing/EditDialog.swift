import GTKAdapters
import Localization
import SleevesLibrary

/// A dialog that edits an album's title, artist, year and genre.
@MainActor
final class EditDialog: DialogWindow {
    private let save = Button(localized("Save"), style: "suggested-action")
    private var fields: [EditForm.Field: Field] = [:]
    private var form: EditForm

    /// - Parameters:
    ///   - isEdited: Whether there are edits to reset.
    ///   - apply: Called once, with the edits to save.
    init(_ album: Album, isEdited: Bool, parent: ApplicationWindow, apply: @escaping @MainActor (AlbumEdits) -> Void) {
        form = EditForm(album)
        super.init(title: localized("Edit Album"), parent: parent, width: 420)
        save.onClick = { [weak self] in
            guard let self, form.isValid else { return }
            let edits = form.edits
            close()
            apply(edits)
        }
        let cancel = Button(localized("Cancel")) { [weak self] in self?.close() }
        let header = HeaderBar(showsWindowButtons: false)
        header.packStart(cancel)
        header.packEnd(save)

        let column = Box(.vertical, spacing: 18, EditForm.Field.allCases.map(makeField))
        column.margins = Margins(horizontal: 18, vertical: 24)
        if isEdited {
            let reset = Button(localized("Reset to Original Values"), style: "pill") { [weak self] in
                self?.close()
                apply(AlbumEdits())
            }
            reset.tooltip = localized("Discard your edits and use the values of the files or the collection")
            reset.horizontalAlignment = .center
            column.append(reset)
        }
        content = Box(.vertical, [header, column])
        setDefault(save)
        initialFocus = fields[.title]?.entry
    }

    private func makeField(_ name: EditForm.Field) -> Field {
        let field = Field(name.name)
        field.entry.text = form[name]
        field.entry.onChange = { [weak self] text in self?.note(text, in: name) }
        fields[name] = field
        return field
    }

    private func note(_ text: String, in field: EditForm.Field) {
        form[field] = text
        fields[field]?.problem = form.problem(in: field)
        save.isSensitive = form.isValid
    }
}
