import GTKAdapters
import Localization
import SleevesLibrary

/// A controller that exports all albums to a file that the user chooses.
@MainActor
final class ExportController {
    private let library: LibraryAPI
    private let window: ApplicationWindow
    private let toasts: ToastOverlay
    private var chooser: FileChooser?
    /// The path of the last export.
    private var last: String?

    init(_ application: Application, library: LibraryAPI, window: ApplicationWindow, toasts: ToastOverlay) {
        self.library = library
        self.window = window
        self.toasts = toasts
        application.addAction("export", shortcuts: "<Control><Shift>e") { [weak self] in self?.choose() }
    }

    private func choose() {
        Task { [weak self, last] in
            let folder = last.map { String($0[..<($0.lastIndex(of: "/") ?? $0.startIndex)]) }
            let documents = await Task.detached { UserFolder.documents.path }.value
            self?.choose(in: folder ?? documents)
        }
    }

    private func choose(in folder: String?) {
        guard chooser == nil else { return }
        let name = last?.split(separator: "/").last.map(String.init) ?? "Sleeves.csv"
        let chooser = FileChooser(
            title: localized("Export to a .csv or .json File"), accept: localized("_Export"), choice: .newFile(name: name), folder: folder,
            parent: window
        ) { [weak self] path in
            self?.chooser = nil
            if let path { self?.export(to: path) }
        }
        self.chooser = chooser
        chooser.show()
    }

    private func export(to path: String) {
        let format: ExportFormat = path.lowercased().hasSuffix(".json") ? .json : .csv
        Task { [weak self, library, weak toasts] in
            do {
                let count = try await Task.detached { try library.export(to: path, as: format) }.value
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
