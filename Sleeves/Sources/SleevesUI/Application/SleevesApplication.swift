public import Heed
public import SleevesLibrary
import GTKAdapters

/// The program with its window.
///
/// Owns what lives as long as the program: the application object, the window's controller, the status and its watcher.
@MainActor
public final class SleevesApplication {
    /// The name the desktop knows the program by.
    public static let identifier = "org.heedswift.Sleeves"

    private let application: Application
    private let library: LibraryAPI
    private let hub: NotificationHub
    private let status: AppStatus
    private let watcher: AppStatusWatcher
    private let problem: String?
    private let fillsDisplay: Bool
    private var controller: LibraryWindowController?
    private var signals: [MainLoopSource] = []
    private let recorder: FrameRecorder?

    /// Prepares the program. Nothing is shown before ``run()``.
    ///
    /// - Parameters:
    ///   - library: The library to show.
    ///   - hub: The hub that the library listens to.
    ///   - fillsDisplay: Whether the window takes the whole display, as it should where that is a browser's page.
    ///   - record: The file to write to what each frame has cost, for measuring; `nil` not to measure.
    ///   - reportProblem: Where to put what the person should know and no window can show.
    public init(
        library: LibraryAPI,
        hub: NotificationHub,
        fillsDisplay: Bool = false,
        record: String? = nil,
        reportProblem: @escaping @MainActor (String) -> Void
    ) {
        self.library = library
        self.hub = hub
        self.fillsDisplay = fillsDisplay
        recorder = record.map { FrameRecorder(path: $0) }
        let (state, problem) = library.loadState()
        self.problem = problem?.description
        status = AppStatus(restorable: state)
        watcher = AppStatusWatcher(status) { state in
            do { try library.saveState(state) } catch { reportProblem(String(describing: error)) }
        }
        application = Application(id: Self.identifier, name: "Sleeves")
        application.onStartup = { [weak self] in self?.start() }
        application.onActivate = { [weak self] in self?.activate() }
        application.onShutdown = { [weak self] in
            self?.status.phase = .terminating
            self?.recorder?.write()
        }
    }

    /// Shows the window and runs until it is closed, or until the process is asked to end.
    ///
    /// - Returns: The exit status.
    public func run() -> Int32 {
        application.run()
    }

    private func start() {
        Style.add(css: SleevesStyle.css)
        application.addAction("quit", shortcuts: "<Control>q") { [weak self] in self?.quit() }
        application.addAction("import", shortcuts: "<Control>o") { [weak self] in self?.controller?.chooseFolder() }
        signals = [UnixSignal.interrupt, .terminate].map { signal in
            MainLoop.onSignal(signal) { [weak self] in self?.quit() }
        }
    }

    private func activate() {
        if controller == nil {
            controller = LibraryWindowController(
                application,
                library: library,
                hub: hub,
                status: status,
                fillsDisplay: fillsDisplay,
                recorder: recorder
            )
            if let problem { controller?.tell(problem) }
        }
        controller?.present()
    }

    private func quit() {
        status.phase = .terminating
        application.quit()
    }
}
