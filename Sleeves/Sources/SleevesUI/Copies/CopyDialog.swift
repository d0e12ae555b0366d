import GTKAdapters
import Localization
import SleevesLibrary

/// A dialog that describes a copy of an album: its pressing and its condition, its place, when and where it was bought, and who has it.
@MainActor
final class CopyDialog: DialogWindow {
    private let save: Button
    private var fields: [CopyField: Field] = [:]
    private var form: CopyForm

    /// - Parameters:
    ///   - copy: What is known of the copy; `nil` for a new one.
    ///   - own: The user's own fields.
    ///   - first: The field that has the keyboard focus at first.
    ///   - remove: Removes the copy; `nil` for a new one.
    ///   - separate: Separates the record that the copy belongs to; `nil` if it belongs to the album.
    ///   - apply: Called once, with the values that the user has changed.
    init(
        _ copy: CopyRecord?, own: [OwnField], first: CopyField, parent: ApplicationWindow, remove: (@MainActor () -> Void)?,
        separate: (@MainActor () -> Void)?,
        apply: @escaping @MainActor ([CopyField: String]) -> Void
    ) {
        form = CopyForm(copy ?? CopyRecord(), own: own)
        save = Button(copy == nil ? localized("Add") : localized("Save"), style: "suggested-action")
        super.init(
            title: copy == nil ? localized("Add a Copy") : localized("Edit This Copy"), parent: parent, width: 420, height: 560)
        save.onClick = { [weak self] in
            guard let self, form.isValid else { return }
            let values = form.values
            close()
            apply(values)
        }
        let cancel = Button(localized("Cancel")) { [weak self] in self?.close() }
        let header = HeaderBar(showsWindowButtons: false)
        header.packStart(cancel)
        header.packEnd(save)

        let column = Box(.vertical, spacing: 12, form.fields.map(makeField))
        column.margins = Margins(horizontal: 18, vertical: 18)
        if let separate { column.append(makeButton(localized("Separate This Record"), perform: separate)) }
        if let remove { column.append(makeButton(localized("Remove This Copy"), style: "destructive-action", perform: remove)) }
        let scrolled = ScrolledWindow(column)
        scrolled.expandsVertically = true
        content = Box(.vertical, [header, scrolled])
        setDefault(save)
        initialFocus = fields[first]?.entry
    }

    /// Makes a button that closes the dialog.
    private func makeButton(_ label: String, style: String? = nil, perform: @escaping @MainActor () -> Void) -> Button {
        let button = Button(label, style: "pill") { [weak self] in
            self?.close()
            perform()
        }
        if let style { button.addStyle(style) }
        button.horizontalAlignment = .center
        button.margins = Margins(top: 12)
        return button
    }

    /// The hint in an empty field for a day.
    static var exampleOfDay: String { localized("A day such as 2025-03-27, or only a year") }

    private func makeField(_ name: CopyField) -> Widget {
        if name.kind == .mark { return makeSwitch(name) }
        let field = Field(name.label)
        field.entry.text = form[name]
        if name.kind == .day { field.entry.placeholder = Self.exampleOfDay }
        field.entry.onChange = { [weak self] text in self?.note(text, in: name) }
        field.suggestions = name.usualValues
        fields[name] = field
        return field
    }

    private func makeSwitch(_ name: CopyField) -> Widget {
        let row = SwitchRow(name.label)
        row.isOn = form.isMarked(name)
        row.onSwitch = { [weak self] isOn in
            self?.form.mark(name, isOn)
        }
        let list = ListBox(style: "boxed-list")
        list.append(row)
        return list
    }

    /// Offers values of other copies, where none are offered yet.
    func suggest(_ values: [CopyField: [String]]) {
        for field in form.fields where field.usualValues.isEmpty { fields[field]?.suggestions = values[field] ?? [] }
    }

    private func note(_ text: String, in field: CopyField) {
        form[field] = text
        fields[field]?.problem = form.problem(in: field)
        save.isSensitive = form.isValid
    }
}
