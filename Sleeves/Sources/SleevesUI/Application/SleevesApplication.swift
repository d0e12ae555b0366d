public import Heed
public import SleevesLibrary
import GTKAdapters

/// The application, one for each library. A second start raises the window of the first and passes it what to open.
///
/// Owns the application object and, as soon as there is a window, the session.
@MainActor
public final class SleevesApplication {
    /// The application ID.
    public static let identifier = "org.heedswift.Sleeves"

    private let application: Application
    private let setting: SleevesSetting
    private let openLibrary: () throws -> (library: LibraryAPI, hub: NotificationHub)
    private let reportProblem: @MainActor (String) -> Void
    private var session: LibrarySession?
    private var companion: ApplicationWindow?
    private var failure: (any Error)?
    private var signals: [MainLoopSource] = []

    /// Prepares the application. It opens and shows nothing before ``run(opening:)``.
    ///
    /// - Parameters:
    ///   - setting: The library and the environment to run in.
    ///   - openLibrary: Opens the library and returns it with the hub that it observes. Not called if another process already shows it in a
    ///     window.
    ///   - reportProblem: Reports problems that no window can show.
    public init(
        _ setting: SleevesSetting,
        openLibrary: @escaping () throws -> (library: LibraryAPI, hub: NotificationHub),
        reportProblem: @escaping @MainActor (String) -> Void
    ) {
        self.setting = setting
        self.openLibrary = openLibrary
        self.reportProblem = reportProblem
        application = Application(
            id: Self.identifier, name: "Sleeves", instance: setting.instance, isUnique: !setting.fillsDisplay && setting.companion == nil)
        application.onStartup = { [weak self] in self?.start() }
        application.onActivate = { [weak self] in self?.withSession { $0.present() } }
        application.onOpen = { [weak self] places in self?.withSession { $0.open(places) } }
        application.onShutdown = { [weak self] in self?.session?.terminate() }
    }

    /// Shows the window and runs until it is closed or the process is asked to terminate.
    ///
    /// - Parameter places: Absolute paths and addresses to import.
    /// - Returns: The exit status.
    /// - Throws: The error from opening the library.
    public func run(opening places: [String] = []) throws -> Int32 {
        let status = application.run(opening: places, isService: setting.isService)
        if let failure { throw failure }
        return status
    }

    private func start() {
        SleevesStyle.start()
        if setting.fillsDisplay { Settings.shared.keepWindowsMaximized() }
        if let folder = setting.sharedFolder { Icons.addFolder(folder + "/icons") }
        Icons.setWindowIcon(Self.identifier)
        application.addAction(.quit) { [weak self] in
            guard let self else { return }
            if let session { session.mayQuit { [weak self] in self?.quit() } } else { quit() }
        }
        application.addAction(.addFolder) { [weak self] in self?.withSession { $0.chooseFolder() } }
        signals = [UnixSignal.interrupt, .terminate].map { signal in
            MainLoop.onSignal(signal) { [weak self] in self?.quit() }
        }
    }

    /// Calls a closure with the session, opening it first if necessary.
    private func withSession(_ body: (LibrarySession) -> Void) {
        if session == nil, failure == nil {
            do {
                let (library, hub) = try openLibrary()
                session = LibrarySession(application, setting, library: library, hub: hub, reportProblem: reportProblem)
            } catch {
                failure = error
                application.quit()
            }
        }
        if let session { body(session) }
        openCompanion()
    }

    /// Shows the window beside the library's, once.
    private func openCompanion() {
        guard companion == nil, let session, let make = setting.companion else { return }
        let window = make(application)
        companion = window
        session.onClose { [weak self] in self?.companion?.destroy() }
        window.present()
    }

    private func quit() {
        session?.terminate()
        application.quit()
    }
}
