public import HeedInspector

/// A format that the inspector's window can save a report in.
public struct SaveFormat: Sendable {
    /// The name in the menu.
    public var name: String
    /// The extension of the file's name, without the dot.
    public var fileExtension: String
    /// Returns a report as text.
    public var text: @Sendable (InspectorReport) -> String

    /// Creates a format.
    ///
    /// - Parameters:
    ///   - name: The name in the menu, in the user's language.
    ///   - fileExtension: The extension of the file's name, without the dot.
    ///   - text: Returns a report as text. It is called off the main thread.
    public init(_ name: String, fileExtension: String, text: @escaping @Sendable (InspectorReport) -> String) {
        self.name = name
        self.fileExtension = fileExtension
        self.text = text
    }
}
