/// Which library the program is for, and where it runs.
public struct SleevesSetting: Sendable {
    /// What the program says of itself.
    public var about: AboutSleeves
    /// What tells this library's window from those of others, in letters and digits; `nil` for the usual library.
    public var instance: String?
    /// Whether the window takes the whole display, as it should where that is a browser's page. Then it stands for itself.
    public var fillsDisplay: Bool
    /// Whether the desktop has started the program, and will say what it wants.
    public var isService: Bool
    /// The folder with the program's icons, if they were installed.
    public var sharedFolder: String?

    /// The usual library, on a desktop.
    public init(
        about: AboutSleeves,
        instance: String? = nil,
        fillsDisplay: Bool = false,
        isService: Bool = false,
        sharedFolder: String? = nil
    ) {
        self.about = about
        self.instance = instance
        self.fillsDisplay = fillsDisplay
        self.isService = isService
        self.sharedFolder = sharedFolder
    }
}
