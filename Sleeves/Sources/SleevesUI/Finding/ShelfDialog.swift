import GTKAdapters
import Localization
import SleevesLibrary

/// A dialog that asks for the name and the symbol of a shelf.
@MainActor
final class ShelfDialog: DialogWindow {
    private let field = Field(localized("Name"))
    private let accept = Button(localized("Save"), style: "suggested-action")
    private var symbols: [(symbol: Shelf.Symbol, button: ToggleButton)] = []
    private let shelf: Shelf
    private let isNew: Bool
    private var symbol: Shelf.Symbol

    /// The shelves that exist.
    var shelves: Shelves {
        didSet { check(field.entry.text) }
    }

    /// The number of symbols in a row.
    private static let columns = 6

    /// - Parameters:
    ///   - shelf: The shelf as it is, or as it is proposed.
    ///   - shelves: The shelves that exist.
    ///   - save: Called with the shelf as the user wants it.
    ///   - remove: Called if the user wants to remove the shelf; `nil` for a new one.
    init(
        parent: ApplicationWindow, shelf: Shelf, among shelves: Shelves, save: @escaping @MainActor (Shelf) -> Void,
        remove: (@MainActor () -> Void)? = nil
    ) {
        (self.shelf, self.shelves, symbol, isNew) = (shelf, shelves, shelf.symbol, remove == nil)
        super.init(title: isNew ? localized("Save as Shelf") : localized("Edit Shelf"), parent: parent, width: 400)
        let cancel = Button(localized("Cancel")) { [weak self] in self?.close() }
        let header = HeaderBar(showsWindowButtons: false)
        header.packStart(cancel)
        header.packEnd(accept)
        let column = Box(.vertical, spacing: 18, [field, makeSymbols()])
        column.margins = Margins(horizontal: 18, vertical: 24)
        if let remove {
            let button = Button(localized("Remove This Shelf"), style: "pill", "destructive-action") { [weak self] in
                self?.close()
                remove()
            }
            button.horizontalAlignment = .center
            column.append(button)
        }
        content = Box(.vertical, [header, column])
        field.entry.onChange = { [weak self] text in self?.check(text) }
        accept.onClick = { [weak self] in
            guard let self, let named = named(field.entry.text), !self.shelves.isReserved(named.name) else { return }
            close()
            save(named)
        }
        setDefault(accept)
        initialFocus = field.entry
        field.entry.text = shelf.name
        check(shelf.name)
        choose(symbol)
    }

    private func makeSymbols() -> Widget {
        symbols = Shelf.Symbol.allCases.map { symbol in
            let button = ToggleButton(symbol.makeIcon(), accessibleLabel: symbol.name, style: "flat", "circular") { [weak self] in
                self?.choose(symbol)
            }
            return (symbol, button)
        }
        let rows = stride(from: 0, to: symbols.count, by: Self.columns).map { first in
            Box(.horizontal, spacing: 6, symbols[first...].prefix(Self.columns).map(\.button))
        }
        let group = Box(.vertical, spacing: 6, rows)
        group.horizontalAlignment = .center
        group.setAccessibleRole(.group)
        group.setAccessibleLabel(localized("Symbol"))
        return group
    }

    private func choose(_ symbol: Shelf.Symbol) {
        self.symbol = symbol
        for other in symbols { other.button.isOn = other.symbol == symbol }
    }

    private func named(_ name: String) -> Shelf? { Shelf(name, search: shelf.search, filter: shelf.filter, symbol: symbol) }

    private func check(_ name: String) {
        let named = named(name)
        let isReserved = named.map { shelves.isReserved($0.name) } ?? false
        accept.isSensitive = named != nil && !isReserved
        let other = named.flatMap { shelves.named($0.name) }
        accept.label = other != nil && (isNew || other != shelf) ? localized("Replace") : localized("Save")
        field.problem =
            isReserved
            ? localized("A newer version of Sleeves has made a shelf with this name. Choose another name.")
            : named == nil && !name.allSatisfy(\.isWhitespace) ? localized("This is too long. Shorten it.") : nil
    }
}
