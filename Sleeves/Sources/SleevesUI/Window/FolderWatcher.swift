import GTKAdapters
import Heed
import SleevesLibrary

/// Watches the folders that were imported, and has the library follow them.
///
/// Changes come in bursts: a copied album is hundreds. A receptionist folds them into few, and waits with the next ones until the library
/// has followed. What changed in the library is told by the library.
@MainActor
final class FolderWatcher {
    /// More than this are not watched: the system has room for so many watches of all programs together.
    private static let limit = 8_000
    /// So many are set up before the window has its turn again.
    private static let slice = 64

    private let library: LibraryAPI
    private let changes = Subject<String>()
    private var monitors: [String: FolderMonitor] = [:]
    private var waiting: ArraySlice<String> = []
    private var receptionist: Receptionist?
    private var gathering: Task<Void, Never>?

    /// - Parameter report: Told what kept the library from following.
    init(library: LibraryAPI, report: @escaping @MainActor (String) -> Void) {
        self.library = library
        let bursts = ObservationSource.values(of: changes).batches(upTo: 4096, every: .milliseconds(400))
        receptionist = Receptionist(for: bursts, on: .mainActor) { [weak self] folders in
            do {
                try await library.refresh(folders)
                self?.update()
            } catch {
                report(String(describing: error))
            }
        }
    }

    isolated deinit {
        gathering?.cancel()
    }

    /// Watches what is to be watched now, and no more what is not.
    func update() {
        gathering?.cancel()
        gathering = Task { [weak self, library] in
            let folders = await Task.detached(priority: .utility) {
                library.noticeAwayFolders()
                return (try? library.watchedFolders()) ?? []
            }.value
            guard !Task.isCancelled else { return }
            self?.watch(folders)
        }
    }

    private func watch(_ folders: [String]) {
        let wanted = Set(folders.prefix(Self.limit))
        for path in monitors.keys where !wanted.contains(path) { monitors[path] = nil }
        waiting = folders.prefix(Self.limit).filter { monitors[$0] == nil }[...]
        watchNext()
    }

    private func watchNext() {
        for path in waiting.prefix(Self.slice) {
            monitors[path] = FolderMonitor(path) { [weak self] in self?.changes.notify(path) }
        }
        waiting = waiting.dropFirst(Self.slice)
        guard !waiting.isEmpty else { return }
        GLibContext.enqueueWhenIdle { [weak self] in self?.watchNext() }
    }
}
