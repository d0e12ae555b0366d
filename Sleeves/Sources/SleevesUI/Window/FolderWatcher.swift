import GTKAdapters
import Heed
import SleevesLibrary

/// A watcher that updates the library when imported folders change, and when it finds that they did before it was there.
///
/// Changes come in bursts: copying an album causes hundreds. A receptionist coalesces them and holds back the next ones until the library
/// is up to date. The library itself announces its changes.
@MainActor
final class FolderWatcher {
    /// The maximum number of watched folders. The system limits the watches of all programs together.
    private static let limit = 8_000
    /// The number of watches that are set up before the window gets its turn.
    private static let slice = 64

    private let library: LibraryAPI
    private let changes = Subject<String>()
    private var monitors: [String: FolderMonitor] = [:]
    private var waiting: ArraySlice<String> = []
    /// The folders whose watches have just been set up.
    private var new: [String] = []
    private var receptionist: Receptionist?
    private var gathering: Task<Void, Never>?

    /// - Parameter report: Called with the error of a failed update.
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

    /// Updates the watches to the folders that the library follows now.
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
            // Without a watch, a folder would be new each time: one that can't be searched would be searched without end.
            guard let monitor = FolderMonitor(path, onChange: { [weak self] in self?.changes.notify(path) }) else { continue }
            monitors[path] = monitor
            new.append(path)
        }
        waiting = waiting.dropFirst(Self.slice)
        guard !waiting.isEmpty else { return lookBack() }
        GLibContext.enqueueWhenIdle { [weak self] in self?.watchNext() }
    }

    /// Looks for what changed in folders before they were watched: while no window was open, or since they were searched.
    private func lookBack() {
        let folders = new
        guard !folders.isEmpty else { return }
        new = []
        Task { [weak self, library] in
            let changed = await Task.detached(priority: .utility) { (try? library.changedFolders(among: folders)) ?? [] }.value
            for folder in changed { self?.changes.notify(folder) }
        }
    }
}
