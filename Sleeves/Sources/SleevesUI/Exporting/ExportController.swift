import GTKAdapters
import Localization
import SleevesLibrary

/// A controller that exports all or the selected albums to a file that the user chooses.
@MainActor
final class ExportController {
    private let library: LibraryAPI
    private let window: ApplicationWindow
    private let toasts: ToastOverlay
    private var chooser: FileChooser?
    /// Returns the selected albums.
    var selection: (() -> SelectedAlbums)?
    /// The path of the last export.
    private var last: String?

    init(_ application: Application, library: LibraryAPI, window: ApplicationWindow, toasts: ToastOverlay) {
        self.library = library
        self.window = window
        self.toasts = toasts
        application.addAction("export", shortcuts: "<Control><Shift>e") { [weak self] in self?.choose(nil) }
        application.addAction("export-selected", shortcuts: "<Control><Shift>x") { [weak self] in
            if let selected = self?.selection?(), !selected.indices.isEmpty { self?.choose(selected) }
        }
    }

    /// - Parameter selected: The albums to export; `nil` for all.
    private func choose(_ selected: SelectedAlbums?) {
        Task { [weak self, last] in
            let folder = last.map { Path.folder(of: $0) }
            let documents = await Task.detached { UserFolder.documents.path }.value
            self?.choose(selected, in: folder ?? documents)
        }
    }

    private func choose(_ selected: SelectedAlbums?, in folder: String?) {
        guard chooser == nil else { return }
        let name = last.map { Path.name(of: $0) } ?? "Sleeves.csv"
        let chooser = FileChooser(
            title: localized("Export to a .csv or .json File"), accept: localized("_Export"), choice: .newFile(name: name), folder: folder,
            parent: window
        ) { [weak self] path in
            self?.chooser = nil
            if let path { self?.export(selected, to: path) }
        }
        self.chooser = chooser
        chooser.show()
    }

    private func export(_ selected: SelectedAlbums?, to path: String) {
        let format: ExportFormat = path.lowercased().hasSuffix(".json") ? .json : .csv
        Task { [weak self, library, weak toasts] in
            do {
                let ids = try await selected?.ids(in: library)
                let count = try await Task.detached { try library.export(ids, to: path, as: format) }.value
                self?.last = path
                toasts?.show(
                    Toast(
                        localized(
                            one: "Exported {count} album to {file}.", other: "Exported {count} albums to {file}.", count: count,
                            ["file": FolderName.shown(path)])))
            } catch {
                toasts?.show(Toast(String(describing: error)))
            }
        }
    }
}
