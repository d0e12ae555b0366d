import GTKAdapters
import Heed
import Localization
import SleevesLibrary

/// A controller that adds, edits and removes copies of the selected album.
@MainActor
final class CopiesController {
    private let window: ApplicationWindow
    private let maker: ChangeMaker
    private var dialog: CopyDialog?
    private var opening: Task<Void, Never>?
    private var observation: ObservationToken?
    private var adding: Action?

    /// Called when the user changes the selected album.
    var onUse: (() -> Void)?
    /// The selected album; `nil` if there are several.
    var album: Album? {
        didSet { adding?.isEnabled = album != nil }
    }

    init(_ application: Application, hub: NotificationHub, window: ApplicationWindow, maker: ChangeMaker) {
        (self.window, self.maker) = (window, maker)
        adding = application.addAction("add-copy") { [weak self] in self?.add() }
        adding?.isEnabled = false
        observation = hub.observe(CopyRequested.self, on: .glib) { [weak self] in self?.perform($0) }
    }

    /// Closes the open dialog.
    func dismiss() {
        opening?.cancel()
        dialog?.close()
    }

    private func add() {
        guard let album else { return }
        show(nil) { [maker, id = album.id, title = album.title] values in
            maker.change({ try await $0.addCopy(to: id, values) }, saying: localized("Added a copy of “{title}”.", ["title": title]))
        }
    }

    private func perform(_ request: CopyRequested) {
        let (id, copy) = (request.copy.album ?? request.album, request.copy)
        switch request.act {
        case .edit, .lend:
            let remove: @MainActor () -> Void = { [maker] in
                maker.change({ try await $0.removeCopy(copy.id, of: id) }, saying: localized("Removed the copy."))
            }
            let separate: @MainActor () -> Void = { [maker] in
                maker.change({ try await $0.split(id) }, saying: localized("Separated the record."))
            }
            show(
                copy.record, first: request.act == .lend ? .lentTo : .format, remove: remove, separate: copy.album == nil ? nil : separate
            ) { [maker] values in
                maker.change { try await $0.editCopy(copy.id, of: id, values) }
            }
        case .set(let field, let text):
            maker.change { try await $0.editCopy(copy.id, of: id, [field: text]) }
        case .get:
            onUse?()
            maker.change(
                { try await $0.editCopy(copy.id, of: id, CopyField.got) },
                saying: localized("“{title}” is in your library now.", ["title": album?.title ?? ""]))
        case .takeBack:
            onUse?()
            maker.change(
                { try await $0.editCopy(copy.id, of: id, CopyField.returned) },
                saying: localized("Brought back by {name}.", ["name": copy.record[.lentTo] ?? ""]))
        }
    }

    private func show(
        _ copy: CopyRecord?, first: CopyField = .format, remove: (@MainActor () -> Void)? = nil, separate: (@MainActor () -> Void)? = nil,
        apply: @escaping @MainActor ([CopyField: String]) -> Void
    ) {
        guard dialog == nil, opening == nil else { return }
        onUse?()
        opening = Task { [weak self, maker] in
            let own = await maker.ownFields()
            guard let self else { return }
            opening = nil
            if Task.isCancelled { return }
            let dialog = CopyDialog(copy, own: own, first: first, parent: window, remove: remove, separate: separate, apply: apply)
            self.dialog = dialog
            dialog.onClose = { [weak self] in self?.dialog = nil }
            dialog.present()
            dialog.suggest(await maker.commonCopyValues())
        }
    }
}
