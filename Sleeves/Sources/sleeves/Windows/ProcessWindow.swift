internal import GTKAdapters
internal import HeedInspector
internal import HeedInspectorView
internal import SleevesUI

/// The inspector's window on another process.
@MainActor
final class ProcessWindow {
    private let application: Application
    private let process: Int32
    private let session: any InspectorSession
    private let isRemote: Bool
    private var window: InspectorWindow?

    /// Connects to a process.
    ///
    /// - Parameter isRemote: Whether the display is a browser.
    init(process: Int32, isRemote: Bool) throws {
        self.process = process
        self.isRemote = isRemote
        session = try Inspection.session(ofProcess: process)
        application = Application(id: "\(SleevesApplication.identifier).Inspector", name: "Sleeves", isUnique: false)
        application.onStartup = {
            if isRemote { Settings.shared.keepWindowsMaximized() }
            if let folder = Installation.sharedFolder { Icons.addFolder(folder + "/icons") }
            Icons.setWindowIcon(SleevesApplication.identifier)
        }
        application.onActivate = { [weak self] in self?.open() }
    }

    /// Shows the window until it is closed.
    ///
    /// - Returns: The exit status.
    func run() -> Int32 {
        application.run()
    }

    private func open() {
        let window = InspectorWindow(
            application, session: session, name: "\(process)", formats: Inspection.formats, isRemoteDisplay: isRemote)
        window.isMaximized = isRemote
        self.window = window
        window.present()
    }
}
