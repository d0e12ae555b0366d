import GTKAdapters
import Localization
import SleevesLibrary

/// A dialog that asks for the name of a shelf.
@MainActor
final class ShelfDialog: DialogWindow {
    private let field = Field(localized("Name"))
    private let accept = Button(localized("Save"), style: "suggested-action")
    private let shelves: Shelves
    private let makeShelf: (String) -> Shelf?

    /// - Parameters:
    ///   - name: The proposed name.
    ///   - shelves: The shelves that exist.
    ///   - makeShelf: Makes a shelf with a name; `nil` if that can't be one.
    ///   - save: Called with the shelf, if the user wants it.
    init(
        parent: ApplicationWindow, name: String, shelves: Shelves, makeShelf: @escaping (String) -> Shelf?,
        save: @escaping @MainActor (Shelf) -> Void
    ) {
        (self.shelves, self.makeShelf) = (shelves, makeShelf)
        super.init(title: localized("Save as Shelf"), parent: parent, width: 400)
        let cancel = Button(localized("Cancel")) { [weak self] in self?.close() }
        let header = HeaderBar(showsWindowButtons: false)
        header.packStart(cancel)
        header.packEnd(accept)
        field.margins = Margins(horizontal: 18, vertical: 24)
        content = Box(.vertical, [header, field])
        field.entry.onChange = { [weak self] text in self?.check(text) }
        accept.onClick = { [weak self] in
            guard let self, let shelf = makeShelf(field.entry.text) else { return }
            close()
            save(shelf)
        }
        setDefault(accept)
        initialFocus = field.entry
        field.entry.text = name
        check(name)
    }

    private func check(_ name: String) {
        let shelf = makeShelf(name)
        accept.isSensitive = shelf != nil
        let isKnown = shelf.flatMap { shelves.named($0.name) } != nil
        accept.label = isKnown ? localized("Replace") : localized("Save")
        field.problem = shelf == nil && !name.allSatisfy(\.isWhitespace) ? localized("This is too long. Shorten it.") : nil
    }
}
