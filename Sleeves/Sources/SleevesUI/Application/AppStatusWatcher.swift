import GTKAdapters
import Heed
import SleevesLibrary

/// Saves what is to be restored at every change of status that matters, and soon after a change of what is to be restored.
///
/// So that a program that is killed loses half a second at most.
@MainActor
final class AppStatusWatcher {
    private let status: AppStatus
    private let save: @MainActor (LibraryState) -> Void
    private var saved: LibraryState
    private var observations: [ObservationToken] = []
    private var delayed: MainLoopSource?

    /// - Parameter save: Puts the state on the disk.
    init(_ status: AppStatus, save: @escaping @MainActor (LibraryState) -> Void) {
        self.status = status
        self.save = save
        saved = status.restorable
        observations = [
            status.observe(\.phase) { [weak self] phase in
                switch phase {
                case .launching, .active: break
                case .inactive, .background, .terminating: self?.saveNow()
                }
            },
            status.observe(\.restorable) { [weak self] _ in self?.saveSoon() },
        ]
    }

    private func saveSoon() {
        guard delayed == nil else { return }
        delayed = MainLoop.after(milliseconds: 500) { [weak self] in self?.saveNow() }
    }

    private func saveNow() {
        delayed = nil
        let state = status.restorable
        guard state != saved else { return }
        saved = state
        save(state)
    }
}
