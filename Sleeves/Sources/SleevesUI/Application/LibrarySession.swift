import GTKAdapters
import Heed
import SleevesLibrary

/// An open library with its window: the status, its watcher, and the window's controller.
@MainActor
final class LibrarySession {
    private let status: AppStatus
    private let watcher: AppStatusWatcher
    private let controller: LibraryWindowController
    private let recorder: FrameRecorder?

    /// Opens the window.
    ///
    /// - Parameter reportProblem: Where to put what the person should know and no window can show.
    init(
        _ application: Application,
        _ setting: SleevesSetting,
        library: LibraryAPI,
        hub: NotificationHub,
        reportProblem: @escaping @MainActor (String) -> Void
    ) {
        let (state, problem) = library.loadState()
        status = AppStatus(restorable: state)
        watcher = AppStatusWatcher(status) { state in
            do { try library.saveState(state) } catch { reportProblem(String(describing: error)) }
        }
        recorder = setting.frameRecord.map { FrameRecorder(path: $0) }
        controller = LibraryWindowController(
            application, library: library, hub: hub, status: status, fillsDisplay: setting.fillsDisplay, recorder: recorder)
        if let problem { controller.tell(problem.description) }
    }

    /// Brings the window to the front.
    func present() {
        controller.present()
    }

    /// Brings the window to the front, and imports what was given to the program.
    func open(_ places: [String]) {
        controller.present()
        controller.importPlaces(places)
    }

    /// Asks for a music folder and imports it.
    func chooseFolder() {
        controller.present()
        controller.chooseFolder()
    }

    /// Saves what is to be restored.
    func terminate() {
        status.phase = .terminating
    }

    /// The window is gone, and the program about to end.
    func shutDown() {
        terminate()
        recorder?.write()
    }
}
