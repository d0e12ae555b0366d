import GTKAdapters
import Localization
import SleevesLibrary

/// A chip for the facets of one kind: it opens a list of them, each with the number of albums that have it.
@MainActor
final class FacetButton: Bin {
    /// The number of rows. Typing finds the others.
    private static let limit = 100

    /// The height of what surrounds the rows: the field, and the popover's arrow and margins.
    private static let frame = 110

    /// Called when the user opens the list, which is to be shown then.
    var onOpen: (() -> Void)?
    /// Called when the list has closed.
    var onClose: (() -> Void)? {
        get { button.onClose }
        set { button.onClose = newValue }
    }
    /// Called when the user chooses a facet, or no longer chooses it.
    var onToggle: ((AlbumFacet) -> Void)?

    private let kind: AlbumFacet.Kind
    private lazy var button = PopoverButton(kind.name) { [weak self] in self?.makeContent() ?? Box(.vertical) }
    private lazy var entry = SearchEntry(placeholder: localized("Search"))
    private lazy var list = ListBox(style: "boxed-list")
    private lazy var scrolled = ScrolledWindow(list)
    private var values: [AlbumFacetCounts.Value] = []
    private var shown: [AlbumFacet] = []

    init(_ kind: AlbumFacet.Kind) {
        self.kind = kind
        super.init()
        child = button
        button.addStyle("chip")
        button.onOpen = { [weak self] in
            // What was typed the last time would hide facets.
            self?.entry.text = ""
            self?.makeRoom()
            self?.onOpen?()
        }
    }

    /// Closes the list.
    func close() {
        button.close()
    }

    private func makeContent() -> Widget {
        // The keyboard goes from the field to the rows, not to what scrolls them.
        scrolled.isFocusable = false
        let keys = KeyController(phase: .capture)
        keys.onKey = { [weak self] key, modifiers in
            guard let self, key == .down, modifiers.isEmpty, !shown.isEmpty else { return false }
            list.focusRow(at: 0)
            return true
        }
        entry.add(keys)
        let content = Box(.vertical, spacing: 8, [entry, scrolled])
        content.setMinimumSize(width: 280)
        list.setAccessibleLabel(kind.name)
        entry.setAccessibleLabel(localized("Search"))
        entry.onSearch = { [weak self] _ in self?.fill() }
        return content
    }

    /// Makes the list as high as the window allows.
    private func makeRoom() {
        scrolled.heightLimit = max(button.roomBelow - Self.frame, 200)
    }

    /// The chosen facets of the kind.
    var chosen: [AlbumFacet] = [] {
        didSet {
            // Every keystroke of a search comes here.
            guard chosen != oldValue else { return }
            button.label = chosen.isEmpty ? kind.name : chosen.map(\.shownText).joined(separator: ", ").shortened(to: 32)
            button.setStyle("suggested-action", !chosen.isEmpty)
        }
    }

    /// Whether the list is open.
    var isOpen: Bool { button.isOpen }

    /// Shows facets in the list.
    func show(_ values: [AlbumFacetCounts.Value]) {
        // Those that were chosen may have no albums any more.
        let missing = chosen.filter { facet in !values.contains { $0.facet == facet } }
        self.values = missing.map { AlbumFacetCounts.Value($0, count: 0) } + ordered(values)
        let isLong = self.values.count > 12
        // The rows are replaced, but that of a facet keeps the keyboard focus.
        let focused = list.focusedRow.map { shown[$0] }
        let isTyping = isLong && entry.containsFocus
        entry.isVisible = isLong
        fill()
        guard isOpen, !isTyping else { return }
        if focused == nil, isLong {
            entry.grabFocus()
        } else {
            list.focusRow(at: focused.flatMap { shown.firstIndex(of: $0) } ?? 0)
        }
    }

    /// Returns decades and years in the order of time, and other facets as they come, the most frequent first.
    private func ordered(_ values: [AlbumFacetCounts.Value]) -> [AlbumFacetCounts.Value] {
        values.allSatisfy { $0.facet.firstYear != nil } ? values.sorted { $0.facet.firstYear ?? 0 < $1.facet.firstYear ?? 0 } : values
    }

    private func fill() {
        let words = entry.text.lowercased()
        let found = values.filter { words.isEmpty || $0.facet.valueText.lowercased().contains(words) }
        let rows = found.prefix(Self.limit)
        shown = rows.map(\.facet)
        list.removeAll()
        for value in rows {
            let row = ActionRow(value.facet.valueText, trailing: formatted(value.count))
            row.titleLineLimit = 2
            row.setAccessibleDescription(localized(one: "{count} album", other: "{count} albums", count: value.count))
            row.onActivate = { [weak self] in self?.onToggle?(value.facet) }
            list.append(row)
            row.mark(asChosen: chosen.contains(value.facet))
        }
    }
}

extension String {
    /// Returns the text with an ellipsis where it is longer than so many characters.
    func shortened(to length: Int) -> String {
        count > length ? prefix(length - 1) + "…" : self
    }
}
