import CAdwaita
import DisplayTesting
import Foundation
import Heed
import SleevesLibrary
import SleevesNetworking
import Testing

@testable import GTKAdapters
@testable import SleevesUI

/// The window of a library, with its session, in this process.
///
/// The waits in `WindowContent.swift` read what it shows. Tests act on it by pointer and keyboard.
@MainActor
final class SleevesWindow {
    let library: LibraryAPI
    private var session: LibrarySession?
    private let object: GObjectReference
    /// Whether the session has reported that the window is closed.
    private(set) var isClosed = false
    /// Whether the program would end now.
    private(set) var isQuitting = false

    /// Opens the window on a library, and waits until it has the keyboard and shows albums or what to do without any.
    ///
    /// - Parameters:
    ///   - files: What is to be opened with it.
    ///   - layout: How a library that no window has shown yet shows its albums.
    ///   - network: The choices about the network that the environment makes.
    ///   - reader: Reads audio files and pictures.
    static func open(
        _ library: String,
        as layout: String = "strip",
        opening files: [String] = [],
        network: NetworkSettings = .onThisComputer,
        reader: MediaReader = .inThisProcess,
        in scene: Scene
    ) async throws -> SleevesWindow {
        _ = application
        Settings.shared.animationsEnabled = scene.animates
        adw_style_manager_set_color_scheme(
            adw_style_manager_get_default(), scene.isDark ? ADW_COLOR_SCHEME_FORCE_DARK : ADW_COLOR_SCHEME_DEFAULT)
        DisplayInput.shared.setScale(scene.scale)
        try prepare(library, as: layout)
        // Out of the window's way: where the last test left the pointer, a tooltip would come up.
        DisplayInput.shared.hidePointer()
        let window = try SleevesWindow(library, network: network, reader: reader, in: scene)
        scene.keep(window)
        if files.isEmpty { window.session?.present() } else { window.session?.open(files) }
        try await window.focusWindow(named: "Sleeves")
        // The header says only this before the library has been read.
        try await window.holds("the library is shown") { $0.texts != ["Sleeves"] }
        return window
    }

    /// Opens the window on a library of its own with the sample collection in it.
    static func openSamples(as layout: String = "strip", in scene: Scene) async throws -> (window: SleevesWindow, albums: [ListedAlbum]) {
        let library = try await scene.makeLibrary()
        let albums = try await Scene.list(library)
        return (try await open(library, as: layout, in: scene), albums)
    }

    /// The one application, started but not run.
    private static let application: Application = {
        // Music plays in its time, but without a sound.
        setenv("SLEEVES_AUDIO_SINK", "volume name=volume ! fakesink sync=true", 1)
        let application = TestApplication.shared
        SleevesStyle.start()
        return application
    }()

    /// Chooses how a library that no window has shown yet shows its albums.
    private static func prepare(_ library: String, as layout: String) throws {
        let state = library + "/state.json"
        guard !FileManager.default.fileExists(atPath: state) else { return }
        let isPrivate = [FileAttributeKey.posixPermissions: 0o700]
        try FileManager.default.createDirectory(atPath: library, withIntermediateDirectories: true, attributes: isPrivate)
        try Data(#"{"layout": "\#(layout)", "windowWidth": 960, "windowHeight": 680}"#.utf8).write(to: URL(fileURLWithPath: state))
    }

    private init(_ folder: String, network: NetworkSettings, reader: MediaReader, in scene: Scene) throws {
        let hub = NotificationHub()
        let persistency = try PersistencyManager(libraryDirectory: folder, cacheDirectory: folder + "/cache", reader: reader)
        library = LibraryAPI(
            persistency: persistency, client: HTTPClient(version: "1", contact: "test"), sharedDirectory: scene.folder, hub: hub)
        var setting = SleevesSetting(about: AboutSleeves(version: "1", website: "test"), network: network)
        setting.playerProgram = SleevesCommand.path
        let others = Self.toplevels
        let session = LibrarySession(Self.application, setting, library: library, hub: hub) { Issue.record("\($0)") }
        // The main actor has no thread of its own here: only the main loop is kept from waiting.
        MainThread.allowWaiting()
        self.session = session
        let opened = Self.toplevels.first { !others.contains($0) && Self.title(of: $0) == "Sleeves" }
        object = GObjectReference(sharing: UnsafeMutableRawPointer(try #require(opened)))
        session.onClose { [weak self] in self?.isClosed = true }
        Self.application.addAction(.addFolder) { [weak session] in session?.chooseFolder() }
        Self.application.addAction(.quit) { [weak self, weak session] in
            session?.mayQuit { self?.isQuitting = true }
        }
    }

    /// The window.
    var gtk: UnsafeMutablePointer<GtkWidget> { object.cast() }

    /// The windows of the program, whether they are shown or not.
    static var toplevels: [UnsafeMutablePointer<GtkWidget>] {
        guard let list = gtk_window_get_toplevels() else { return [] }
        return (0..<g_list_model_get_n_items(list)).compactMap { index in
            guard let item = g_list_model_get_item(list, index) else { return nil }
            // The list keeps it.
            g_object_unref(item)
            return item.assumingMemoryBound(to: GtkWidget.self)
        }
    }

    /// The title of a window, or of a dialog in one.
    static func title(of window: UnsafeMutablePointer<GtkWidget>) -> String {
        GObjectReference(sharing: window).value(of: "title")
    }

    /// The dialogs that are open in windows, as newer versions of libadwaita have them.
    static func dialogs(in windows: [UnsafeMutablePointer<GtkWidget>]) -> [UnsafeMutablePointer<GtkWidget>] {
        let type = g_type_from_name("AdwDialog")
        guard type != 0 else { return [] }
        var dialogs: [UnsafeMutablePointer<GtkWidget>] = []
        for window in windows {
            ForeignWidgets.visit(window) { widget in
                if ForeignWidgets.isKind(widget, of: type), gtk_widget_get_mapped(widget) != 0 { dialogs.append(widget) }
            }
        }
        return dialogs
    }

    static func window(_ widget: UnsafeMutablePointer<GtkWidget>) -> UnsafeMutablePointer<GtkWindow> {
        UnsafeMutableRawPointer(widget).assumingMemoryBound(to: GtkWindow.self)
    }

    /// Whether an action of the program can be used, as the menu shows.
    func isEnabled(_ action: String) -> Bool {
        g_action_group_get_action_enabled(Self.application.object.opaque, action) != 0
    }

    /// Closes the window by its button, and ends the session as the program does.
    func close(at place: SourceLocation = #_sourceLocation) async throws {
        try await clickButton("Close", at: place)
        try await Eventually.holds("the window is closed", at: place) { isClosed }
        try await end(at: place)
    }

    /// Quits by key, and ends the session as the program does.
    func quit(at place: SourceLocation = #_sourceLocation) async throws {
        try await press(["ctrl+q"], at: place)
        try await Eventually.holds("the program quits", at: place) { isQuitting }
        try await end(at: place)
    }

    /// Ends the session, as the program does when it is asked to, and waits until nothing of it is left.
    func end(at place: SourceLocation = #_sourceLocation) async throws {
        guard session != nil else { return }
        session?.terminate()
        // With the dialogs that a test has left open, which the end of the program would close.
        for other in Self.toplevels where gtk_window_get_transient_for(Self.window(other)) == Self.window(gtk) {
            gtk_window_close(Self.window(other))
        }
        if !isClosed { gtk_window_destroy(object.cast()) }
        weak let former = session
        session = nil
        try await Eventually.holds("the session is released", at: place) { former == nil }
        await library.shutdown()
    }
}

extension NetworkSettings {
    /// Covers come from this computer only.
    static let onThisComputer = NetworkSettings(
        fetchesCovers: true, addresses: OnlineService.all(at: off), allowsLocalNetwork: true)
}

extension OnlineService {
    /// Addresses for settings: one for all services.
    static func all(at address: String) -> [OnlineService: String] {
        Dictionary(uniqueKeysWithValues: all.map { ($0, address) })
    }
}
