internal import HeedInspector
internal import HeedInspectorView
internal import Localization

/// Where the inspector's window gets its reports from, and what it can save them as.
enum Inspection {
    /// Starts to record who observes what in this process.
    static func start() throws {
        // TODO(merge): Inspector.start()
    }

    /// The session of this process.
    static var session: any InspectorSession {
        // TODO(merge): Inspector.session
        EmptySession()
    }

    /// Connects to another process.
    ///
    /// - Throws: ``InspectionError`` if it doesn't exist or doesn't record.
    static func session(ofProcess process: Int32) throws -> any InspectorSession {
        do {
            // TODO(merge): try InspectorConnection(process: process)
            return try EmptySession(process: process)
        } catch {
            throw InspectionError(description: String(describing: error))
        }
    }

    /// The formats of reports.
    static let formats: [SaveFormat] = [
        // TODO(merge): replace unwritten with \.json, \.dot, \.mermaid and \.traceJSON.
        SaveFormat("JSON", fileExtension: "json", text: unwritten),
        SaveFormat("Graphviz", fileExtension: "dot", text: unwritten),
        SaveFormat("Mermaid", fileExtension: "mmd", text: unwritten),
        SaveFormat(localized("Trace for Perfetto"), fileExtension: "trace.json", text: unwritten),
    ]

    // TODO(merge): remove.
    private static func unwritten(_ report: InspectorReport) -> String { String(describing: report) }
}

/// An error that says why a process can't be inspected.
struct InspectionError: Error, CustomStringConvertible {
    let description: String
}

// TODO(merge): remove.
private struct EmptySession: InspectorSession {
    init() {}
    init(process: Int32) throws {}
    func report(since event: UInt64) throws -> InspectorReport { InspectorReport() }
    func backtrace(of event: UInt64) throws -> [StackFrame] { [] }
}
