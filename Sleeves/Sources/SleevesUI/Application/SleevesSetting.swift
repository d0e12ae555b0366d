public import GTKAdapters
public import SleevesLibrary

/// The library to show, and the environment to run in.
public struct SleevesSetting: Sendable {
    /// The program's information for its about window.
    public var about: AboutSleeves
    /// Letters and digits that distinguish this library's application from others; `nil` for the default library.
    public var instance: String?
    /// Whether the window fills the display, as it should in a browser. The application is then independent of others.
    public var fillsDisplay: Bool
    /// Whether the desktop has started the program as a service and will send requests.
    public var isService: Bool
    /// The folder with the program's icons, if they were installed.
    public var sharedFolder: String?
    /// Makes a window to show beside the library's, which closes with it. The application is then independent of others.
    public var companion: (@Sendable @MainActor (Application) -> ApplicationWindow)?
    /// The choices about the network that options and the environment make, which take precedence over saved ones.
    public var network: NetworkSettings
    /// The path of an executable that plays music if its only argument is `PlayerService.argument`.
    public var playerProgram = "/proc/self/exe"

    /// Creates the setting, by default for the default library on a desktop.
    public init(
        about: AboutSleeves,
        instance: String? = nil,
        fillsDisplay: Bool = false,
        isService: Bool = false,
        sharedFolder: String? = nil,
        companion: (@Sendable @MainActor (Application) -> ApplicationWindow)? = nil,
        network: NetworkSettings = NetworkSettings()
    ) {
        self.about = about
        self.instance = instance
        self.fillsDisplay = fillsDisplay
        self.isService = isService
        self.sharedFolder = sharedFolder
        self.companion = companion
        self.network = network
    }
}
