import GTKAdapters
import Localization

/// A dialog that asks for the address of a picture and stays open until the picture is fetched or the user cancels.
@MainActor
final class AddressDialog: DialogWindow {
    private let field = Field(localized("Picture Address"))
    private let accept = Button(localized("Use as Cover"), style: "suggested-action")
    private let spinner = Spinner()
    private var task: Task<Void, Never>?

    /// - Parameter use: Fetches the picture and sets it as the cover.
    init(parent: ApplicationWindow, use: @escaping @MainActor (String) async throws -> Void) {
        super.init(title: localized("Cover from Address"), parent: parent, width: 460)
        let cancel = Button(localized("Cancel")) { [weak self] in self?.close() }
        let header = HeaderBar(showsWindowButtons: false)
        header.packStart(cancel)
        header.packEnd(accept)
        header.packEnd(spinner)
        field.margins = Margins(horizontal: 18, vertical: 24)
        content = Box(.vertical, [header, field])
        accept.isSensitive = false
        field.entry.onChange = { [weak self] text in
            self?.field.problem = nil
            self?.accept.isSensitive = !text.isEmpty
        }
        accept.onClick = { [weak self] in self?.start(use) }
        setDefault(accept)
        initialFocus = field.entry
    }

    isolated deinit {
        task?.cancel()
    }

    private func start(_ use: @escaping @MainActor (String) async throws -> Void) {
        guard task == nil else { return }
        let address = field.entry.text
        spinner.isSpinning = true
        accept.isSensitive = false
        field.problem = nil
        task = Task { [weak self] in
            do {
                try await use(address)
                self?.close()
            } catch {
                self?.end(with: String(describing: error))
            }
        }
    }

    private func end(with words: String) {
        task = nil
        spinner.isSpinning = false
        accept.isSensitive = true
        field.problem = words
    }
}
