import GTKAdapters
import Localization
import SleevesLibrary

/// A form in which the user describes a record. Title and artist suffice.
@MainActor
final class RecordFormView: Box {
    private let add = Button(localized("Add"), style: "suggested-action")
    private var fields: [RecordForm.Field: Field] = [:]
    private var form: RecordForm
    private let end: @MainActor (NewRecord?) -> Void

    /// - Parameters:
    ///   - isWanted: Whether the record becomes a wish.
    ///   - end: Called with the record, or with `nil` if the user goes back.
    init(_ form: RecordForm, isWanted: Bool, end: @escaping @MainActor (NewRecord?) -> Void) {
        self.form = form
        self.end = end
        let column = Box(.vertical, spacing: 12)
        column.margins = Margins(horizontal: 18, vertical: 18)
        let back = Button(localized("Back")) { end(nil) }
        let buttons = Box(.horizontal, spacing: 12, [back, add])
        buttons.horizontalAlignment = .end
        buttons.margins = Margins(horizontal: 18, vertical: 12)
        let scrolled = ScrolledWindow(column)
        scrolled.expandsVertically = true
        super.init(.vertical, spacing: 0, [scrolled, buttons])
        if isWanted {
            let note = Label(localized("This record becomes a wish: you do not have it yet."), style: "dim-label")
            note.wraps = true
            note.textAlignment = 0
            column.append(note)
        }
        for name in RecordForm.Field.allCases { column.append(makeField(name)) }
        add.onClick = { [weak self] in self?.finish() }
        // Before the dialog, which Escape closes otherwise.
        let keys = KeyController(phase: .capture)
        keys.onKey = { key, _ in
            if key == .escape { end(nil) }
            return key == .escape
        }
        self.add(keys)
        add.isSensitive = form.record != nil
    }

    /// Moves the keyboard focus to the first empty field.
    func takeFocus() {
        let name = RecordForm.Field.allCases.first { form[$0].isEmpty } ?? .title
        fields[name]?.entry.grabFocus()
    }

    private func makeField(_ name: RecordForm.Field) -> Field {
        let field = Field(name.name)
        field.entry.text = form[name]
        field.entry.onChange = { [weak self] text in self?.note(text, in: name) }
        field.entry.onEnter = { [weak self] in self?.finish() }
        fields[name] = field
        return field
    }

    private func note(_ text: String, in field: RecordForm.Field) {
        form[field] = text
        fields[field]?.problem = form.problem(in: field)
        add.isSensitive = form.record != nil
    }

    /// Adds the record; or marks what is missing, and goes there.
    private func finish() {
        if let record = form.record { return end(record) }
        for (name, field) in fields { field.problem = form.problem(in: name) }
        let first = RecordForm.Field.allCases.first { form.problem(in: $0) != nil }
        if let first { fields[first]?.entry.grabFocus() }
    }
}
