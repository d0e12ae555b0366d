import GTKAdapters
import Heed
import SleevesLibrary

/// An observer that saves the state to restore at every relevant change of phase, and at most twice a second when the state changes. So a
/// killed program loses at most half a second.
@MainActor
final class AppStatusWatcher {
    private let status: AppStatus
    private let save: @MainActor (LibraryState) -> Void
    private var saved: LibraryState
    private var tokens: [ObservationToken] = []

    /// - Parameter save: Saves the state to disk.
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
