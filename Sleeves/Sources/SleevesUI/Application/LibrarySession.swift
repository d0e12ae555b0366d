import GTKAdapters
import Heed
import SleevesLibrary
import SleevesPlayer

/// An open library with its window: the status, its watcher, the player, the window's controller, and the network monitor.
@MainActor
final class LibrarySession {
    private let status: AppStatus
    private let watcher: AppStatusWatcher
    private let player: Player
    private let playback: PlaybackKeeper
    private let saver: StateSaver
    private let controller: LibraryWindowController
    private let library: LibraryAPI
    private let choices: NetworkChoices
    private var mediaControls: MediaControls?
    private var networkMonitor: NetworkMonitor?
    private let observations: [ObservationToken]

    /// Opens the window.
    ///
    /// - Parameter reportProblem: Reports problems that no window can show.
    init(
        _ application: Application,
        _ setting: SleevesSetting,
        library: LibraryAPI,
        hub: NotificationHub,
        reportProblem: @escaping @MainActor (String) -> Void
    ) {
        let (state, problem) = library.loadState()
        // Before an import of this process begins.
        let unfinishedImports = library.unfinishedImports()
        // From now on the main thread draws.
        MainThread.forbidWaiting()
        let status = AppStatus(restorable: state)
        let saver = StateSaver(library, reportProblem: reportProblem)
        let choices = NetworkChoices(saved: state.network, fixed: setting.network)
        // Before the first view requests a cover.
        library.coverServices = CoverServices(choices.current)
        self.status = status
        self.choices = choices
        self.saver = saver
        watcher = AppStatusWatcher(status) { saver.save($0, isLast: status.phase == .terminating) }
        let player = Player(program: setting.playerProgram)
        self.player = player
        playback = PlaybackKeeper(player, library: library, status: status)
        controller = LibraryWindowController(
            application, library: library, hub: hub, player: player, status: status, choices: choices, about: setting.about,
            fillsDisplay: setting.fillsDisplay, unfinishedImports: unfinishedImports)
        self.library = library
        if let problem { controller.tell(problem.description) }
        observations = [
            hub.observe(CoversNotKept.self, on: .glib) { [weak controller] in controller?.tell($0.problem.description) },
            choices.observe(\.saved) { [weak choices] saved in
                guard let choices else { return }
                status.restorable.network = saved
                library.coverServices = CoverServices(choices.current)
            },
        ]
        // After the window, which comes first.
        GLibContext.enqueueWhenIdle { [weak self, library] in
            self?.watchNetwork()
            self?.offerMediaControls(application, instance: setting.instance)
            Task { await self?.playback.restore() }
            Task { await library.sharing.start() }
        }
    }

    /// Offers the player to the desktop and to the command.
    private func offerMediaControls(_ application: Application, instance: String?) {
        guard let connection = BusConnection() else { return }
        mediaControls = MediaControls(
            player, library: library, instance: instance, on: connection, raise: { [weak controller] in controller?.present() },
            quit: { [weak self] in self?.mayQuit { application.quit() } })
    }

    /// Reports the system's network state to the library, so that fetching covers continues as soon as there is a network.
    private func watchNetwork() {
        let monitor = NetworkMonitor { [library] in library.network.isAvailable = $0 }
        if !monitor.isAvailable { library.network.isAvailable = false }
        networkMonitor = monitor
    }

    /// Brings the window to the front.
    func present() {
        controller.present()
    }

    /// Calls a closure when the window is closed.
    func onClose(_ body: @escaping @MainActor () -> Void) {
        controller.onClose(body)
    }

    /// Brings the window to the front and imports the places that the program received.
    func open(_ places: [String]) {
        controller.present()
        controller.importPlaces(places)
    }

    /// Asks for a music folder and imports it.
    func chooseFolder() {
        controller.present()
        controller.chooseFolder()
    }

    /// Calls `quit`, but asks first if an import is in progress.
    func mayQuit(_ quit: @escaping @Sendable @MainActor () -> Void) {
        controller.mayQuit(quit)
    }

    /// Saves the state to restore, and waits until it is on the disk.
    func terminate() {
        controller.dismissDialogs()
        playback.note()
        MainThread.allowWaiting()
        status.phase = .terminating
        // The window may have lost the keyboard just before, which saves without waiting.
        saver.finish()
    }
}
