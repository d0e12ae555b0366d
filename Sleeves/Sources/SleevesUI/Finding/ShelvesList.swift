import GTKAdapters
import Localization
import SleevesLibrary

/// Shelves, each with its symbol and the number of its albums.
@MainActor
final class ShelvesList: Bin {
    /// Called when the user chooses a shelf.
    var onShow: ((Shelf) -> Void)?
    /// Called with a shelf that the user wants to change. Without it, there are no buttons for that.
    var onEdit: ((Shelf) -> Void)?

    private let list: ListBox
    private var shelves: [Shelf] = []
    private var rows: [ActionRow] = []
    private var counts: [Int] = []
    private var chosen: Int?

    init(_ name: String, style: String) {
        list = ListBox(selection: .single, style: style)
        super.init()
        list.setAccessibleLabel(name)
        child = list
    }

    /// Shows shelves. The rows stay if they are the same: one may have the keyboard, or be pressed.
    func show(_ shelves: [Shelf]) {
        guard shelves != self.shelves else { return }
        let focused = list.focusedRow
        (self.shelves, chosen, counts) = (shelves, nil, [])
        list.removeAll()
        rows = shelves.map(row)
        for row in rows { list.append(row) }
        isVisible = !shelves.isEmpty
        if let focused, !rows.isEmpty { list.focusRow(at: min(focused, rows.count - 1)) }
    }

    /// Shows the numbers of albums.
    func show(counts: [Int]) {
        guard counts.count == rows.count, counts != self.counts else { return }
        self.counts = counts
        for (row, count) in zip(rows, counts) {
            row.trailing = formatted(count)
            row.setAccessibleDescription(localized(one: "{count} album", other: "{count} albums", count: count))
        }
    }

    /// Marks the shelf whose albums are shown.
    func mark(where isChosen: (Shelf) -> Bool) {
        let place = shelves.firstIndex(where: isChosen)
        guard place != chosen else { return }
        chosen = place
        list.selectRow(at: place)
    }

    /// Moves the keyboard focus to the first row.
    func focusFirst() {
        list.focusRow(at: 0)
    }

    private func row(for shelf: Shelf) -> ActionRow {
        let row = ActionRow(shelf.name)
        row.titleLineLimit = 2
        row.addPrefix(shelf.symbol.makeIcon())
        row.onActivate = { [weak self] in
            guard let self else { return }
            // A click selects the row, also if its albums aren't shown then.
            list.selectRow(at: chosen)
            onShow?(shelf)
        }
        row.trailing = ""
        guard onEdit != nil else { return row }
        // Translators: {shelf} is the name of a shelf.
        let name = localized("Edit “{shelf}”", ["shelf": shelf.name])
        let edit = Button(icon: "document-edit-symbolic", tooltip: name, style: "flat", "circular") { [weak self] in self?.onEdit?(shelf) }
        edit.verticalAlignment = .center
        row.addSuffix(edit)
        return row
    }
}

extension Shelf.Symbol {
    /// Returns a picture of the symbol, of which screen readers say nothing.
    @MainActor
    func makeIcon() -> Icon {
        let icon = Icon(themeName)
        icon.setAccessibleRole(.presentation)
        return icon
    }

    private var themeName: String {
        switch self {
        case .bookmark: "user-bookmarks-symbolic"
        case .star: "starred-symbolic"
        case .heart: "emote-love-symbolic"
        case .disc: "media-optical-symbolic"
        case .tape: "media-tape-symbolic"
        case .note: "folder-music-symbolic"
        case .headphones: "audio-headphones-symbolic"
        case .microphone: "audio-input-microphone-symbolic"
        case .person: "avatar-default-symbolic"
        case .home: "user-home-symbolic"
        case .loan: "document-send-symbolic"
        case .recent: "document-open-recent-symbolic"
        }
    }

    /// The name of what the symbol shows.
    var name: String {
        switch self {
        case .bookmark: localized("Bookmark", context: "a symbol")
        case .star: localized("Star", context: "a symbol")
        case .heart: localized("Heart", context: "a symbol")
        case .disc: localized("Disc", context: "a symbol")
        case .tape: localized("Tape", context: "a symbol")
        case .note: localized("Note", context: "a symbol")
        case .headphones: localized("Headphones", context: "a symbol")
        case .microphone: localized("Microphone", context: "a symbol")
        case .person: localized("Person", context: "a symbol")
        case .home: localized("House", context: "a symbol")
        case .loan: localized("Arrow", context: "a symbol")
        case .recent: localized("Clock", context: "a symbol")
        }
    }
}
