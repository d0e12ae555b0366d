import GTKAdapters
import Localization
import SleevesLibrary

/// A dialog that edits an album's title, artist, year, genre and other values, or what several albums have in common of these.
@MainActor
final class EditDialog: DialogWindow {
    private let save = Button(localized("Save"), style: "suggested-action")
    private var fields: [EditForm.Field: Field] = [:]
    private var form: EditForm

    /// - Parameters:
    ///   - reset: Discards the user's earlier edits; `nil` if there are none.
    ///   - apply: Called once, with the edits to save.
    init(
        _ form: EditForm,
        title: String,
        parent: ApplicationWindow,
        reset: (@MainActor () -> Void)?,
        apply: @escaping @MainActor (AlbumEdits) -> Void
    ) {
        self.form = form
        super.init(title: title, parent: parent, width: 420)
        save.onClick = { [weak self] in
            guard let self, self.form.isValid else { return }
            let edits = self.form.edits
            close()
            apply(edits)
        }
        let cancel = Button(localized("Cancel")) { [weak self] in self?.close() }
        let header = HeaderBar(showsWindowButtons: false)
        header.packStart(cancel)
        header.packEnd(save)

        let column = Box(.vertical, spacing: 18, form.fields.map(makeField))
        column.margins = Margins(horizontal: 18, vertical: 24)
        if let reset {
            let button = Button(localized("Reset to Original Values"), style: "pill") { [weak self] in
                self?.close()
                reset()
            }
            button.tooltip = localized("Discard your edits and use the values of the files or the collection")
            button.horizontalAlignment = .center
            column.append(button)
        }
        content = Box(.vertical, [header, column])
        setDefault(save)
        initialFocus = form.fields.first.flatMap { fields[$0]?.entry }
    }

    private func makeField(_ name: EditForm.Field) -> Field {
        let field = Field(name.name)
        field.entry.text = form[name]
        field.entry.placeholder = form.placeholder(of: name)
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
