internal import HeedInspector
internal import HeedInspectorView
internal import Localization

/// The source of the reports in the inspector's window, and the formats in which it can save them.
enum Inspection {
    /// Starts to record who observes what in this process, and lets the same user's other processes look at it.
    ///
    /// - Returns: The server that they ask, to be kept as long as they may; `nil` if the system has no place for its socket.
    static func start() -> InspectorServer? {
        // The window that shows it would otherwise show mainly itself.
        Inspector.start { !$0.hasPrefix("HeedInspectorView/") }
        do {
            return try InspectorServer(session: session)
        } catch {
            StandardError.write("sleeves: \(error)\n")
            return nil
        }
    }

    /// Whether the environment asks for a recording, without a window that shows it.
    static var isAskedFor: Bool { Inspector.isRecording }

    /// The session of this process.
    static var session: any InspectorSession { Inspector.session }

    /// Connects to another process.
    ///
    /// - Throws: ``InspectorConnectionError`` if it doesn't exist or can't be looked at.
    static func session(ofProcess process: Int32) throws -> any InspectorSession {
        try InspectorConnection(process: process)
    }

    /// The formats of reports.
    static let formats: [SaveFormat] = [
        SaveFormat("JSON", fileExtension: "json", text: \.json),
        SaveFormat("Graphviz", fileExtension: "dot", text: \.dot),
        SaveFormat("Mermaid", fileExtension: "mmd", text: \.mermaid),
        SaveFormat(localized("Trace for Perfetto"), fileExtension: "trace.json", text: \.traceJSON),
    ]
}
