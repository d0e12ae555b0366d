import Foundation
import Testing

/// Stand-ins for the services of a desktop: the session manager, the portal that does the same, and what shows notifications.
@MainActor
struct DesktopServices {
    /// A call of a service.
    struct Call: Decodable, Equatable {
        let call: String
        let values: [String]
    }

    /// Has GTK use the portal. Newer versions know no session manager besides, and use the portal only where the bus can start it.
    static let variables = ["GDK_DEBUG": "portals"]

    private let program: Program

    /// Starts the services on a stage's bus. They have to be there before the window.
    init(on stage: Stage, in scene: Scene) async throws {
        let script = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "desktop-services.py").path(percentEncoded: false)
        program = try scene.start(Tool.python.path, [script], environment: scene.environment(on: stage))
        try await Eventually.holds("the services are there") {
            if let status = program.status { throw Stage.Ended(status: status, errors: program.errorText) }
            return program.outputText.contains("ready")
        }
    }

    /// The calls so far.
    var calls: [Call] {
        program.outputText.split(separator: "\n").compactMap { try? JSONDecoder().decode(Call.self, from: Data($0.utf8)) }
    }

    /// The names of the calls so far, of these.
    func calls(of names: String...) -> [String] {
        calls.map(\.call).filter(names.contains)
    }
}
