import GTKAdapters
import Localization
import SleevesLibrary

/// A dialog for the name and the kind of a field that the user adds to copies, or has added.
@MainActor
final class OwnFieldDialog: DialogWindow {
    private let name = Field(localized("Name"))
    private let kinds = ListBox(style: "boxed-list")
    private let save: Button
    private let former: OwnField?
    private let others: [OwnField]
    private var kind: CopyField.Kind

    /// - Parameters:
    ///   - field: The field; `nil` for a new one.
    ///   - others: The other fields of the user's own.
    ///   - remove: Removes the field; `nil` for a new one.
    ///   - apply: Called once, with the field as the user wants it.
    init(
        _ field: OwnField?, others: [OwnField], parent: ApplicationWindow, remove: (@MainActor () -> Void)?,
        apply: @escaping @MainActor (OwnField) -> Void
    ) {
        (former, self.others, kind) = (field, others, field?.kind ?? .text)
        save = Button(field == nil ? localized("Add") : localized("Save"), style: "suggested-action")
        super.init(title: field == nil ? localized("Add a Field") : localized("Edit This Field"), parent: parent, width: 420)
        save.onClick = { [weak self] in
            guard let self, problem == nil, let field = OwnField(name.entry.text, kind: kind) else { return }
            close()
            apply(field)
        }
        let header = HeaderBar(showsWindowButtons: false)
        header.packStart(Button(localized("Cancel")) { [weak self] in self?.close() })
        header.packEnd(save)
        let heading = Label(localized("Kind"), style: "caption-heading")
        heading.setAccessibleRole(.presentation)
        heading.textAlignment = 0
        kinds.setAccessibleLabel(localized("Kind"))
        let column = Box(.vertical, spacing: 18, [name, Box(.vertical, spacing: 6, [heading, kinds])])
        column.margins = Margins(horizontal: 18, vertical: 24)
        if let remove {
            let button = Button(localized("Remove This Field"), style: "pill", "destructive-action") { [weak self] in
                self?.close()
                remove()
            }
            button.horizontalAlignment = .center
            column.append(button)
        }
        content = Box(.vertical, [header, column])
        setDefault(save)
        name.entry.text = field?.name ?? ""
        name.entry.onChange = { [weak self] _ in self?.check() }
        initialFocus = name.entry
        save.isSensitive = problem == nil
        fill()
    }

    private var problem: String? {
        let text = name.entry.text
        // What a list has named may be a name that nobody could choose.
        return former?.name == text ? nil : OwnField.problem(withName: text, among: others)
    }

    private func check() {
        name.problem = problem
        save.isSensitive = problem == nil
    }

    private func fill() {
        let focused = kinds.focusedRow
        kinds.removeAll()
        for kind in OwnField.kinds {
            let row = ActionRow(kind.name, subtitle: kind.example)
            row.onActivate = { [weak self] in
                self?.kind = kind
                self?.fill()
            }
            kinds.append(row)
            row.mark(asChosen: kind == self.kind)
        }
        if let focused { kinds.focusRow(at: focused) }
    }
}

extension CopyField.Kind {
    /// The name of the kind.
    var name: String {
        switch self {
        case .text: localized("Text")
        case .number: localized("Number")
        case .day, .moment: localized("Date")
        case .rating: localized("Rating")
        case .mark: localized("Yes or No")
        }
    }

    /// Values of the kind, for one who chooses it.
    fileprivate var example: String {
        switch self {
        case .text: localized("A word or more")
        case .number: localized("180, or 12.5")
        case .day, .moment: localized("A day, a month or a year")
        case .rating: localized("One to five")
        case .mark: localized("A switch")
        }
    }
}
