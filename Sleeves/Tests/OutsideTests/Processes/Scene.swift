import Foundation

/// What one test has put up: a folder, and processes. All of it goes when the test ends, well or badly.
@MainActor
final class Scene {
    /// A folder of the test's own.
    let folder: String
    private var programs: [Program] = []
    private var startCount = 0

    /// Runs a test.
    static func play<Value>(_ body: (Scene) async throws -> Value) async throws -> Value {
        let scene = try Scene()
        do {
            let value = try await body(scene)
            await scene.clear()
            return value
        } catch {
            await scene.clear()
            throw error
        }
    }

    init() throws {
        // Short, because sockets lie in it, whose paths have a limit.
        folder = "/tmp/sleeves-test-" + String(UInt32.random(in: 0...UInt32.max), radix: 36)
        for name in ["home", "run"] {
            let attributes: [FileAttributeKey: Any] = [.posixPermissions: 0o700]
            try FileManager.default.createDirectory(atPath: "\(folder)/\(name)", withIntermediateDirectories: true, attributes: attributes)
        }
    }

    /// A home without a past, and neither display nor bus; covers come from this computer only.
    var bareEnvironment: [String: String] {
        [
            "PATH": "/usr/local/bin:/usr/bin:/bin", "HOME": "\(folder)/home", "XDG_RUNTIME_DIR": "\(folder)/run", "LANG": "C.UTF-8",
            "GSETTINGS_BACKEND": "memory", "SLEEVES_COVER_ARCHIVE": "none", "SLEEVES_MUSICBRAINZ": "none", "SLEEVES_LOCAL_NETWORK": "1",
        ]
    }

    /// The environment of a desktop: the one above, with a stage's display and bus.
    ///
    /// GTK draws with cairo. There is no graphics card here, and an emulated one takes a whole core for a spinner alone.
    func environment(on stage: Stage) -> [String: String] {
        let desktop = ["DISPLAY": stage.display, "DBUS_SESSION_BUS_ADDRESS": stage.busAddress, "GSK_RENDERER": "cairo"]
        return bareEnvironment.merging(desktop) { $1 }
    }

    /// Starts a program, which ends with the test at the latest.
    func start(
        _ path: String,
        _ arguments: [String],
        environment: [String: String]? = nil,
        terminal: Terminal? = nil
    ) throws -> Program {
        startCount += 1
        let program = try Program(
            path,
            arguments,
            environment: environment ?? bareEnvironment,
            record: "\(folder)/\(startCount)",
            terminal: terminal?.descriptor
        )
        programs.append(program)
        return program
    }

    /// Runs a tool to its end.
    func run(_ tool: Tool, _ arguments: [String], on stage: Stage) async throws -> Program {
        let program = try start(tool.path, arguments, environment: environment(on: stage))
        _ = try await program.finish()
        programs.removeAll { $0 === program }
        return program
    }

    private func clear() async {
        for program in programs.reversed() { await program.end() }
        try? FileManager.default.removeItem(atPath: folder)
    }
}
