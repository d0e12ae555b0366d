import GTKAdapters
import Localization
import SleevesLibrary

/// A controller of the page of the preferences with the fields that the user has added to copies.
@MainActor
final class OwnFieldsController {
    let page: Widget

    private let library: LibraryAPI
    private let window: ApplicationWindow
    private weak var toasts: ToastOverlay?
    private let undo: @MainActor () -> Void
    private let group = PreferencesGroup(
        title: localized("Your Fields"),
        description: localized(
            "What you note about copies besides the usual: whether a record is signed, its weight, its number in a limited edition."))
    private let add = ActionRow(localized("Add a Field…"))
    private var rows: [ActionRow] = []
    private var uses: [OwnFieldUse] = []
    private var dialog: OwnFieldDialog?

    /// - Parameters:
    ///   - toasts: Show messages.
    ///   - undo: Undoes the last change.
    init(_ library: LibraryAPI, window: ApplicationWindow, toasts: ToastOverlay, undo: @escaping @MainActor () -> Void) {
        (self.library, self.window, self.toasts, self.undo) = (library, window, toasts, undo)
        let more = PreferencesGroup()
        page = PreferencesPage([group, more])
        add.addPrefix(SourceRow.symbol("list-add-symbolic"))
        more.add(add)
        add.onActivate = { [weak self] in self?.open(nil) }
    }

    /// Closes the dialog.
    func dismiss() {
        dialog?.close()
    }

    /// Reads the fields, and shows them.
    func load() async {
        do {
            uses = try await library.ownFields()
            showRows()
        } catch {
            toasts?.show(Toast(String(describing: error)))
        }
    }

    private func showRows() {
        if rows.count != uses.count {
            let focused = rows.firstIndex(where: \.containsFocus)
            group.removeAll()
            rows = uses.map { _ in ActionRow("") }
            for row in rows { group.add(row) }
            // The row with the focus is gone. The keyboard goes on from its place.
            if let focused { (rows.dropFirst(focused).first ?? rows.last ?? add).grabFocus() }
        }
        for (row, use) in zip(rows, uses) {
            row.title = use.field.name
            let albums = localized(one: "{count} album", other: "{count} albums", count: use.albums)
            row.subtitle = [use.field.kind.name, albums].joined(separator: localized(", ", context: "between counts"))
            row.onActivate = { [weak self] in self?.open(use) }
        }
    }

    private func open(_ use: OwnFieldUse?) {
        guard dialog == nil else { return }
        let others = uses.map(\.field).filter { $0 != use?.field }
        let remove: @MainActor () -> Void = { [weak self] in
            if let use { self?.remove(use) }
        }
        let dialog = OwnFieldDialog(use?.field, others: others, parent: window, remove: use == nil ? nil : remove) { [weak self] field in
            self?.change { library in
                // One with another name takes the values along.
                guard let former = use?.field, former != field else {
                    try await library.setOwnField(field)
                    return
                }
                try await library.replaceOwnField(former, by: field)
            }
        }
        dialog.onClose = { [weak self] in self?.dialog = nil }
        self.dialog = dialog
        dialog.present()
    }

    private func remove(_ use: OwnFieldUse) {
        let values = ["field": use.field.name]
        let words =
            use.albums == 0
            ? localized("Removed the field “{field}”.", values)
            : localized(
                one: "Removed the field “{field}” from {count} album.", other: "Removed the field “{field}” from {count} albums.",
                count: use.albums, values)
        change { [weak self] library in
            guard try await library.removeOwnField(use.field) != nil else { return }
            self?.toasts?.show(Toast(words, seconds: 8, button: localized("Undo")) { self?.undo() })
        }
    }

    private func change(_ body: @escaping @MainActor (LibraryAPI) async throws -> Void) {
        // An earlier message would still offer to undo the previous change.
        toasts?.dismissAll()
        Task { [weak self, library] in
            do {
                try await body(library)
            } catch {
                self?.toasts?.show(Toast(String(describing: error)))
            }
            await self?.load()
        }
    }
}
