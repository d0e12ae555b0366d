import Foundation
import GTKAdapters
import Heed

/// The program. Its model, façade and memento are those of step 9, file by file; only the views and the main loop are GTK's.
@main
@MainActor
enum BlueLibrary {
    private static let status = AppStatus()
    private static var keeper: StateKeeper?
    private static var window: AlbumWindow?

    // Not asynchronous: GTK's main loop runs inside, and with it the main actor.
    nonisolated static func main() throws {
        try MainActor.assumeIsolated { try run() }
    }

    private static func run() throws {
        let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..")
        let hub = NotificationHub()
        let library = try LibraryAPI(file: folder.appending(path: "Albums.json"), hub: hub)
        let keeper = StateKeeper(file: URL(filePath: CommandLine.arguments.dropFirst().first ?? "blue-library.state"))
        keeper.follow(status) { window?.makeState() }
        self.keeper = keeper

        let application = Application(id: "org.example.BlueLibrary", name: "Blue Library", isUnique: false)
        application.addAction("quit", shortcuts: "<Control>q") { application.quit() }
        application.onActivate = {
            let window = AlbumWindow(application, library: library, hub: hub, state: keeper.load())
            self.window = window
            window.present()
            status.state = .active
        }
        application.onShutdown = {
            status.state = .inactive
            status.state = .terminating
        }
        _ = application.run()
    }
}
