import GTKAdapters
import Localization
import SleevesLibrary

/// The page of the preferences with the sources of the library: followed folders and imported lists.
@MainActor
final class SourcesPage: Bin {
    /// The actions of the page.
    struct Actions {
        var read: @MainActor (LibrarySource) -> Void
        var forget: @MainActor (LibrarySource) -> Void
        var showProblems: @MainActor (LibrarySource) -> Void
        var addFolder: @MainActor () -> Void
        var importCollection: @MainActor () -> Void
    }

    private let actions: Actions
    private let group = PreferencesGroup(
        title: localized("Folders and Lists"), description: localized("Sleeves reads these files and never changes them."))
    private let safety = PreferencesGroup(title: localized("Safety"))
    private let addFolder = ActionRow(localized("Add a Music Folder…"))
    private let importCollection = ActionRow(localized("Import a Collection…"))
    private var rows: [String: SourceRow] = [:]
    private var paths: [String] = []

    init(_ actions: Actions) {
        self.actions = actions
        let more = PreferencesGroup(title: localized("Add a Source"))
        super.init(PreferencesPage([group, more, safety]))
        safety.isVisible = false
        for row in [addFolder, importCollection] {
            row.addPrefix(SourceRow.symbol("list-add-symbolic"))
            more.add(row)
        }
        addFolder.onActivate = actions.addFolder
        importCollection.onActivate = actions.importCollection
    }

    /// - Parameter reading: The paths of the sources that are being read.
    func show(_ sources: [LibrarySource], reading: Set<String>) {
        if paths != sources.map(\.path) { rebuild(sources) }
        for source in sources {
            guard let row = rows[source.path] else { continue }
            row.onProblems = { [actions] in actions.showProblems(source) }
            row.onRead = { [actions] in actions.read(source) }
            row.onForget = { [actions] in actions.forget(source) }
            row.show(source, isReading: reading.contains(source.path))
        }
    }

    /// Shows what confines the processes that read tags and pictures.
    func show(_ confinement: String) {
        safety.description = confinement
        safety.isVisible = true
    }

    private func rebuild(_ sources: [LibrarySource]) {
        let focused = paths.firstIndex { rows[$0]?.hasFocus == true }
        group.removeAll()
        paths = sources.map(\.path)
        rows = Dictionary(uniqueKeysWithValues: sources.map { ($0.path, SourceRow($0)) })
        for path in paths { if let row = rows[path] { group.add(row.row) } }
        group.isVisible = !paths.isEmpty
        // The row with the focus may be gone. The keyboard goes on from its place.
        guard let focused else { return }
        if let next = paths.dropFirst(focused).first ?? paths.last { rows[next]?.takeFocus() } else { addFolder.grabFocus() }
    }
}
