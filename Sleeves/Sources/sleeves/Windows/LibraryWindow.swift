internal import GTKAdapters
internal import HeedInspectorView
internal import SleevesLibrary
internal import SleevesUI

/// The library's window, as the options of a subcommand describe it.
struct LibraryWindow {
    let options: LibraryOptions
    let network: NetworkOptions
    let port: UInt16?
    var isService = false
    /// Whether the inspector's window opens beside it.
    let isInspected: Bool

    /// Shows the window until it is closed.
    ///
    /// - Parameter places: Absolute paths and addresses to import.
    /// - Returns: The exit status.
    @MainActor
    func run(opening places: [String] = []) throws -> Int32 {
        // Before the library opens, so that nothing is missed.
        let reports = isInspected || Inspection.isAskedFor ? Inspection.start() : nil
        defer { reports?.stop() }
        let server = try BrowserDisplay.serverIfNeeded(port: port, hasDisplay: isService || DisplayProbe.hasDisplay)
        defer { server?.stop() }
        let settings = try network.settings
        let about = AboutSleeves(version: SleevesCommand.version, website: SleevesCommand.contact)
        let isRemote = server != nil
        let inspector: @Sendable @MainActor (Application) -> ApplicationWindow = { Self.inspector($0, isRemote: isRemote) }
        let setting = SleevesSetting(
            about: about, instance: options.instance, fillsDisplay: isRemote, isService: isService,
            sharedFolder: Installation.sharedFolder, companion: isInspected ? inspector : nil,
            network: settings)
        let application = SleevesApplication(setting, openLibrary: { try options.open(creates: true) }) { problem in
            StandardError.write("sleeves: \(problem)\n")
        }
        return try application.run(opening: places)
    }

    @MainActor
    private static func inspector(_ application: Application, isRemote: Bool) -> ApplicationWindow {
        InspectorWindow(
            application, session: Inspection.session, name: "Sleeves", formats: Inspection.formats, isRemoteDisplay: isRemote)
    }
}
