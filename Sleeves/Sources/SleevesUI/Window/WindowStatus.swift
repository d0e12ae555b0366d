import GTKAdapters
import Heed
import SleevesLibrary

/// The state of a window that the library remembers, its size and whether it is maximized, and the phase of the app that the window shows.
@MainActor
final class WindowStatus {
    private let window: ApplicationWindow
    private let status: AppStatus
    private var observations: [ObservationToken] = []

    /// - Parameters:
    ///   - keepsSize: Whether the size is one that the user chooses, and so remembered.
    ///   - onActive: Called when the window becomes the active one.
    init(of window: ApplicationWindow, in status: AppStatus, keepsSize: Bool, onActive: @escaping () -> Void) {
        (self.window, self.status) = (window, status)
        observations = [
            window.observe(\.isActive) { [weak self] isActive in
                self?.notePhase()
                if isActive { onActive() }
            }
        ]
        window.onViewChange = { [weak self] _ in self?.notePhase() }
        guard keepsSize else { return }
        observations += [
            window.observe(\.restorableSize) { [weak self] _ in self?.noteSize() },
            window.observe(\.isMaximized) { [weak self] _ in self?.noteSize() },
        ]
    }

    private func notePhase() {
        guard status.phase != .terminating else { return }
        let phase: AppStatus.Phase = !window.isInView ? .background : window.isActive ? .active : .inactive
        if phase != status.phase { status.phase = phase }
    }

    private func noteSize() {
        var state = status.restorable
        state.isMaximized = window.isMaximized
        if !state.isMaximized { (state.windowWidth, state.windowHeight) = window.restorableSize }
        if state != status.restorable { status.restorable = state }
    }
}
