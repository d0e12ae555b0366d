import GTKAdapters
import Localization

/// A button beside a text field that offers values for it, in a list.
@MainActor
final class SuggestionButton: Bin {
    /// The values.
    var values: [String] = []

    private let entry: Entry
    private let name: String
    private let list = ListBox(style: "boxed-list")
    private lazy var button = PopoverButton(
        icon: "pan-down-symbolic", tooltip: localized("Suggestions for “{field}”", ["field": name])
    ) { [weak self] in self?.makeContent() ?? Box(.vertical) }

    /// - Parameters:
    ///   - entry: The field. The Down key in it opens the list, too.
    ///   - name: The name of the field.
    init(_ entry: Entry, name: String) {
        (self.entry, self.name) = (entry, name)
        super.init()
        child = button
        // The Tab key leads from field to field.
        button.isTabStop = false
        button.onOpen = { [weak self] in self?.fill() }
        button.onClose = { [weak entry] in entry?.grabFocus() }
        let keys = KeyController(phase: .capture)
        keys.onKey = { [weak self] key, modifiers in
            guard let self, key == .down, modifiers.isEmpty, isVisible else { return false }
            button.open()
            return true
        }
        entry.add(keys)
    }

    private func makeContent() -> Widget {
        list.setAccessibleLabel(name)
        let scrolled = ScrolledWindow(list)
        scrolled.isFocusable = false
        scrolled.heightLimit = 320
        scrolled.setMinimumSize(width: 240)
        return scrolled
    }

    /// Shows the values that contain what is typed, or else all.
    private func fill() {
        let typed = entry.text.lowercased()
        let found = values.contains(entry.text) ? [] : values.filter { $0.lowercased().contains(typed) }
        let shown = found.isEmpty ? values : found
        list.removeAll()
        for value in shown {
            let row = ActionRow(value)
            row.onActivate = { [weak self] in self?.choose(value) }
            list.append(row)
        }
        list.focusRow(at: shown.firstIndex(of: entry.text) ?? 0)
    }

    private func choose(_ value: String) {
        entry.text = value
        button.close()
    }
}
