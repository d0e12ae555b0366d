import GTKAdapters
import Localization
import SleevesLibrary

/// A controller that exports all or the selected albums to a file, or all as a web page to a folder, that the user chooses.
@MainActor
final class ExportController {
    private let library: LibraryAPI
    private let window: ApplicationWindow
    private let toasts: ToastOverlay
    private var chooser: FileChooser?
    private var dialog: WebPageDialog?
    /// Returns the selected albums.
    var selection: (() -> SelectedAlbums)? {
        didSet { printing.selection = selection }
    }
    private let printing: PrintController
    /// The path of the last export.
    private var last: String?
    /// The folder that was chosen for the last web page.
    private var lastPage: String?

    init(_ application: Application, library: LibraryAPI, window: ApplicationWindow, toasts: ToastOverlay) {
        self.library = library
        self.window = window
        self.toasts = toasts
        printing = PrintController(application, library: library, window: window, toasts: toasts)
        application.addAction(.export) { [weak self] in self?.choose(nil) }
        application.addAction(.exportSelected) { [weak self] in
            if let selected = self?.selection?(), !selected.indices.isEmpty { self?.choose(selected) }
        }
        application.addAction("export-page") { [weak self] in self?.askAboutPage() }
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
        // Another name than the chosen one might replace a file, which the dialog asks about.
        guard let format = ExportFormat.allCases.first(where: { path.lowercased().hasSuffix(".\($0.rawValue)") }) else {
            return toasts.show(
                Toast(
                    localized(
                        "Nothing was exported to {file}. Choose a name that ends in .csv or .json.", ["file": FolderName.shown(path)]),
                    seconds: 10, button: localized("Choose Another Name")
                ) { [weak self] in self?.choose(selected, in: Path.folder(of: path)) })
        }
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

    // MARK: The web page

    private func askAboutPage() {
        guard dialog == nil else { return }
        let dialog = WebPageDialog(parent: window) { [weak self] title, showsEverything in
            self?.choosePageFolder(title: title, showsEverything: showsEverything)
        }
        dialog.onClose = { [weak self] in self?.dialog = nil }
        self.dialog = dialog
        dialog.present()
    }

    private func choosePageFolder(title: String, showsEverything: Bool) {
        guard chooser == nil else { return }
        let chooser = FileChooser(
            title: localized("Folder for the Web Page"), accept: localized("_Export"), choice: .folder, folder: lastPage, parent: window
        ) { [weak self] path in
            self?.chooser = nil
            if let path { self?.exportPage(to: path, title: title, showsEverything: showsEverything) }
        }
        self.chooser = chooser
        chooser.show()
    }

    private func exportPage(to chosen: String, title: String, showsEverything: Bool) {
        let progress = Toast(localized("Making the web page…"), seconds: 0)
        toasts.show(progress)
        Task { [weak self, library, weak toasts] in
            do {
                let (folder, count) = try await library.exportWebCatalogue(
                    toFolderIn: chosen, title: title, showsPrivateValues: showsEverything)
                self?.lastPage = chosen
                let words = localized(
                    one: "Exported {count} album to {file}.", other: "Exported {count} albums to {file}.", count: count,
                    ["file": FolderName.shown(folder)])
                progress.dismiss()
                toasts?.show(Toast(words, seconds: 10, button: localized("Open")) { self?.open(Path.appending("index.html", to: folder)) })
            } catch {
                progress.dismiss()
                toasts?.show(Toast(String(describing: error)))
            }
        }
    }

    private func open(_ page: String) {
        Task { [weak toasts] in
            do { try await Launcher.open(page) } catch { toasts?.show(Toast(String(describing: error))) }
        }
    }
}
