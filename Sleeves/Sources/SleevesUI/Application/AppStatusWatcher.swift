import GTKAdapters
import Heed
import SleevesLibrary

/// Saves what is to be restored at every change of status that matters, and when it changes, though not more often than twice a second: so
/// a program that is killed loses half a second at most.
@MainActor
final class AppStatusWatcher {
    private let status: AppStatus
    private let save: @MainActor (LibraryState) -> Void
    private var saved: LibraryState
    private var tokens: [ObservationToken] = []

    /// - Parameter save: Puts the state on the disk.
    init(_ status: AppStatus, save: @escaping @MainActor (LibraryState) -> Void) {
        self.status = status
        self.save = save
        saved = status.restorable
        tokens = [
            status.observe(\.phase) { [weak self] phase in
                switch phase {
                case .launching, .active: break
                case .inactive, .background, .terminating: self?.saveNow()
                }
            },
            Receptionist(
                for: .values(of: status, \.restorable), on: .glib, delivering: .throttled(for: .milliseconds(500))
            ) { [weak self] _ in self?.saveNow() },
        ]
    }

    private func saveNow() {
        let state = status.restorable
        guard state != saved else { return }
        saved = state
        save(state)
    }
}
